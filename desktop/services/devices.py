"""What the models run on: the graphics processors there are, the person's choice, and why."""

from desktop.config.settings import SettingsFile
from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken
from desktop.llm.devices import ANY_DRIVER, AUTOMATIC, PROCESSOR, Device, DeviceState
from desktop.services.changes import Changes
from desktop.services.model_host import ModelHost
from desktop.services.sizes import megabytes
from desktop.services.views import DeviceChoice, DeviceView

__all__ = ["AUTOMATIC", "PROCESSOR", "DeviceService", "device_words", "reason_words"]


class DeviceService:
    """Shows devices and takes the choice."""

    def __init__(self, host: ModelHost, settings: SettingsFile) -> None:
        self._host = host
        self._settings = settings

    def choice(self, *, token: CancelToken) -> DeviceChoice:
        """Return what can be chosen, what is, and why; looks for devices, which takes a second or two."""
        found = self._host.find_devices(token)
        chosen = self._settings.current.device
        state = self._host.device_state()
        if not state.reason:  # no model was used yet: what would be
            state = found if chosen != PROCESSOR else DeviceState(reason="chosen")
        views = tuple(DeviceView(each.id, device_words(each)) for each in found.devices)
        return DeviceChoice(chosen, views, state.used, reason_words(state))

    def use(self, *, device: str, token: CancelToken) -> Changes:
        """Run the models on a device by its name, on the processor, or automatically (empty).

        Raises UserError when there is no such device.
        """
        if device not in (AUTOMATIC, PROCESSOR):
            known = [each.id for each in self._host.find_devices(token).devices]
            if device not in known:
                there = ", ".join(f"“{name}”" for name in known) or "none"
                raise UserError(
                    "Device not found",
                    f"There is no graphics processor called “{device}”. Found: {there}.",
                    "Name one of these, the processor, or automatic.",
                )
        self._settings.change(device=device)
        self._host.restart()
        return Changes(models=True)


def device_words(device: Device) -> str:
    """Return a device as people know it, with its memory."""
    memory = megabytes(device.memory)
    kinds = {
        "gpu": f"{device.id}, {memory} of memory",
        "integrated": f"{device.id}, {memory} shared with the processor",
        "software": f"{device.id}, imitated by the processor",
    }
    return kinds[device.kind]


def reason_words(state: DeviceState) -> str:
    """Return a sentence that says what the models run on and why; empty while it is not known."""
    if state.reason == "failed":
        return _failure(state)
    if state.used:
        used = next(device_words(device) for device in state.devices if device.id == state.used)
        return f"Used: {used}."
    roomiest = max(state.devices, key=lambda device: device.free, default=None)
    if state.reason == "small" and roomiest is not None:
        return f"“{roomiest.id}” has {megabytes(roomiest.free)} free, too little for the models."
    sentences = {
        "chosen": "The processor is used, as you chose.",
        "none": "No graphics processor was found.",
        "software": "Only an imitation of a graphics processor was found, slower than the processor itself.",
        "gone": "The graphics processor that you chose is not there; the processor is used.",
    }
    return sentences.get(state.reason, "")


def _failure(state: DeviceState) -> str:
    if state.failed == ANY_DRIVER:
        return "A graphics driver stopped working; the processor is used."
    if state.used:
        return f"“{state.failed}” could not run the language models; “{state.used}” is used."
    return f"“{state.failed}” could not run the language models; the processor is used."
