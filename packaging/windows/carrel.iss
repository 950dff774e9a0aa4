; Installs Carrel for one person, without administrator rights. build.py gives Version, Folder, Products and Name.
; Not run yet.
[Setup]
AppId={{6E0E5C0B-0F5B-4C53-9C0E-2B6C7C0B8C51}
AppName=Carrel
AppVersion={#Version}
AppPublisher=The Carrel authors
DefaultDirName={autopf}\Carrel
DefaultGroupName=Carrel
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
DisableProgramGroupPage=yes
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0
; Models hardly compress, and two gigabytes are more than one file may hold.
Compression=lzma2/fast
SolidCompression=no
DiskSpanning=no
OutputDir={#Products}
OutputBaseFilename={#Name}
LicenseFile={#Folder}\licences\Carrel.txt
UninstallDisplayIcon={app}\carrel-window.exe
CloseApplications=yes
ChangesEnvironment=yes
ChangesAssociations=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"

[InstallDelete]
; What a version before had and this one has not must not stay among the libraries.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Folder}\*.gguf"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion nocompression
Source: "{#Folder}\*"; DestDir: "{app}"; Excludes: "*.gguf"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Carrel"; Filename: "{app}\carrel-window.exe"

[Registry]
; "Open with Carrel" for any file, as a choice beside the usual program.
Root: HKA; Subkey: "Software\Classes\Applications\carrel-window.exe"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "Carrel"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\carrel-window.exe\shell\open\command"; ValueType: string; ValueData: """{app}\carrel-window.exe"" open ""%1"""

[Run]
Filename: "{app}\carrel-window.exe"; Description: "{cm:LaunchProgram,Carrel}"; Flags: nowait postinstall skipifsilent
