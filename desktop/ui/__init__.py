"""The window."""

from desktop.domain.singletons import keep_singletons

keep_singletons()
