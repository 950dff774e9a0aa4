"""The style sheet, made from the colours and the font size.

Widgets choose their look by dynamic properties rather than by class: `textRole` (a TextRole), `surface`
(canvas, card, sunken, ...) and, on buttons, `kind` (primary, quiet, icon, link, danger, chip). See theme.py.
"""

from collections.abc import Mapping
from string import Template

from desktop.ui.tokens import SCALE, Colours, Radius, TextRole

_BASE = Template("""
* { outline: none; }
QWidget { color: $text; selection-background-color: $accent; selection-color: $on_accent; }
QMainWindow, QDialog, QMessageBox { background: $canvas; }
QToolTip { background: $raised; color: $text; border: 1px solid $border_strong; padding: 4px 8px; }
QLabel { background: transparent; }
QLabel:disabled { color: $faint; }
QSplitter::handle { background: transparent; }
QSplitter::handle:horizontal { width: 9px; image: none; }
QSplitter::handle:hover { background: $border; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QScrollArea[ring="true"] { border: 2px solid transparent; border-radius: ${r_m}px; }
QScrollArea[ring="true"]:focus { border-color: $accent; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 12px; margin: 2px 3px; }
QScrollBar:horizontal { height: 12px; margin: 3px 2px; }
QScrollBar::handle { background: $border_strong; border: none; border-radius: 3px; }
QScrollBar::handle:vertical { min-height: 40px; }
QScrollBar::handle:horizontal { min-width: 40px; }
QScrollBar::handle:hover { background: $faint; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
""")

_SURFACES = Template("""
*[surface="canvas"] { background: $canvas; }
*[surface="page"] { background: $surface; }
*[surface="sunken"] { background: $sunken; border-radius: ${r_m}px; }
*[surface="card"] { background: $surface; border: 1px solid $border; border-radius: ${r_l}px; }
*[surface="card"]:focus { border: 2px solid $accent; }
*[surface="raised"] { background: $raised; border: 1px solid $border_strong; border-radius: ${r_l}px; }
*[surface="line"] { background: $border; border: none; }
*[surface="drop"] { background: $accent_soft; border: 2px dashed $accent; border-radius: ${r_l}px; }
*[surface="invitation"] { border: 2px dashed $border_strong; border-radius: ${r_l}px; }
*[surface="info"] { background: $accent_soft; border: none; border-radius: ${r_m}px; }
*[surface="good"] { background: $good_soft; border: none; border-radius: ${r_m}px; }
*[surface="warning"] { background: $warning_soft; border: none; border-radius: ${r_m}px; }
*[surface="danger"] { background: $danger_soft; border: none; border-radius: ${r_m}px; }
QLabel[tone="muted"] { color: $muted; }
QLabel[tone="faint"] { color: $faint; }
QLabel[tone="accent"] { color: $accent; }
QLabel[tone="good"] { color: $good; }
QLabel[tone="warning"] { color: $warning; }
QLabel[tone="danger"] { color: $danger; }
""")

_BUTTONS = Template("""
QPushButton, QToolButton {
  background: $surface; border: 1px solid $border_strong; border-radius: ${r_m}px; padding: 6px 14px;
}
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed { background: $sunken; }
QPushButton:focus, QToolButton:focus { border: 2px solid $accent; padding: 5px 13px; }
QPushButton:disabled, QToolButton:disabled { color: $faint; border-color: $border; background: transparent; }
*[kind="primary"] { background: $accent; color: $on_accent; border: 1px solid $accent; font-weight: 600; }
*[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
*[kind="primary"]:focus { border: 2px solid $text; }
*[kind="primary"]:disabled { background: $sunken; border-color: $sunken; color: $faint; }
*[kind="danger"] { color: $danger; border-color: $danger; }
*[kind="danger"]:hover { background: $danger_soft; }
*[kind="quiet"], *[kind="icon"], *[kind="link"] { background: transparent; border: 1px solid transparent; }
*[kind="quiet"]:disabled, *[kind="icon"]:disabled, *[kind="link"]:disabled { border-color: transparent; }
*[kind="quiet"]:hover, *[kind="icon"]:hover { background: $hover; }
*[kind="quiet"]:checked, *[kind="icon"]:checked { background: $accent_soft; color: $accent; }
*[kind="quiet"]:focus, *[kind="icon"]:focus, *[kind="link"]:focus { border: 2px solid $accent; }
*[kind="icon"] { padding: 5px; }
*[kind="icon"]:focus { padding: 4px; }
*[kind="link"] { color: $accent; padding: 2px 4px; }
*[kind="link"]:hover { color: $accent_hover; text-decoration: underline; }
*[kind="link"]:focus { padding: 1px 3px; }
*[kind="action"] {
  background: transparent; border: 2px solid transparent; padding: 5px 12px 5px 0; color: $muted;
}
*[kind="action"]:hover { color: $accent; background: transparent; }
*[kind="action"]:focus { border-color: $accent; padding: 5px 12px 5px 0; }
*[kind="chip"] {
  background: $surface; border: 1px solid $border; border-radius: 13px; padding: 3px 11px; color: $muted;
}
*[kind="chip"]:hover { background: $hover; color: $text; }
*[kind="chip"]:checked { background: $accent_soft; border-color: $accent; color: $accent; }
*[kind="chip"]:focus { border: 2px solid $accent; padding: 2px 10px; }
QToolButton::menu-indicator { image: none; width: 0; }
""")

_FIELDS = Template("""
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QComboBox {
  background: $surface; border: 1px solid $border_strong; border-radius: ${r_m}px; padding: 6px 10px;
  placeholder-text-color: $muted;
}
QLineEdit:hover, QComboBox:hover, QSpinBox:hover { border-color: $faint; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QComboBox:focus {
  border: 2px solid $accent; padding: 5px 9px;
}
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled { color: $faint; border-color: $border; }
*[bare="true"], *[bare="true"]:focus { background: transparent; border: none; padding: 0; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: url("$chevron"); width: 12px; height: 12px; }
QComboBox QAbstractItemView {
  background: $raised; border: 1px solid $border_strong; padding: 4px; outline: none;
  selection-background-color: $accent_soft; selection-color: $text;
}
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus {
  background: transparent; border: none; padding: 0;
}
QSpinBox::up-button, QSpinBox::down-button { width: 0; border: none; }
QCheckBox, QRadioButton {
  spacing: 8px; padding: 3px; border: 2px solid transparent; border-radius: ${r_s}px;
}
QCheckBox:focus, QRadioButton:focus { border: 2px solid $accent; }
QCheckBox::indicator, QRadioButton::indicator {
  width: 16px; height: 16px; border: 1px solid $faint; background: $surface;
}
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 9px; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url("$tick"); }
QRadioButton::indicator:checked { background: $surface; border: 5px solid $accent; width: 8px; height: 8px; }
""")

_VIEWS = Template("""
QAbstractItemView { background: transparent; border: none; outline: none; }
QTableView { selection-background-color: transparent; }
QListWidget::item, QListView[rows="true"]::item {
  border: 2px solid transparent; border-radius: ${r_s}px; padding: 2px 4px;
}
QListWidget QLineEdit, QListWidget QLineEdit:focus { padding: 0 4px; border-radius: ${r_s}px; }
QListWidget::item:hover, QListView[rows="true"]::item:hover { background: $hover; }
QListWidget::item:selected, QListView[rows="true"]::item:selected {
  background: $accent_soft; color: $text;
}
QListWidget::item:focus, QListView[rows="true"]::item:focus { border-color: $accent; }
QProgressBar { background: $sunken; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QMenu { background: $raised; border: 1px solid $border_strong; border-radius: ${r_m}px; padding: 6px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: ${r_s}px; }
QMenu::item:selected { background: $accent_soft; color: $text; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $border; margin: 6px 8px; }
QMenu::icon { padding-left: 8px; }
QTabWidget::pane { border: none; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab {
  background: transparent; color: $muted; padding: 8px 12px; border: none;
  border-bottom: 2px solid transparent;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $accent; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { background: $accent_soft; border-radius: ${r_s}px; }
QTabBar::scroller { width: 44px; }
QTabBar QToolButton { background: $canvas; border: none; border-radius: 0; padding: 0; }
QTabBar QToolButton:hover { background: $hover; }
QTabBar QToolButton::left-arrow { image: url("$chevron_left"); width: 14px; height: 14px; }
QTabBar QToolButton::right-arrow { image: url("$chevron_right"); width: 14px; height: 14px; }
""")


def style_sheet(colours: Colours, *, base_points: float, serif: str, pictures: Mapping[str, str]) -> str:
    """Return the whole style sheet; `pictures` are files: chevron, chevron_left, chevron_right and tick."""
    values = {name: getattr(colours, name) for name in Colours.__dataclass_fields__}
    values |= {"r_s": int(Radius.S), "r_m": int(Radius.M), "r_l": int(Radius.L)}
    values |= pictures
    parts = [part.substitute(values) for part in (_BASE, _SURFACES, _BUTTONS, _FIELDS, _VIEWS)]
    return "".join([*parts, _text_roles(colours, base_points, serif)])


def _text_roles(colours: Colours, base_points: float, serif: str) -> str:
    extra = {
        TextRole.CAPTION: f"color: {colours.muted};",
        TextRole.LABEL: f"color: {colours.muted}; font-weight: 600;",
        TextRole.STRONG: "font-weight: 600;",
        TextRole.SUBTITLE: "font-weight: 600;",
        TextRole.TITLE: f"font-family: '{serif}';",
        TextRole.DISPLAY: f"font-family: '{serif}';",
        TextRole.PASSAGE: f"font-family: '{serif}';",
    }
    return "".join(
        f'*[textRole="{role}"] {{ font-size: {base_points * factor:.1f}pt; {extra.get(role, "")} }}\n'
        for role, factor in SCALE.items()
    )
