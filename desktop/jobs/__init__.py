"""Work off the GUI thread: lanes, progress, events and cancelling."""

from desktop.domain.singletons import keep_singletons

keep_singletons()
