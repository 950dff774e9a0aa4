#!/usr/bin/env bash
# make_dmg.sh APP FOLDER TARGET: completes the bundle with models and notices, signs it for this machine, packs it.
# Not run yet. For other people's machines it needs a developer's signature and Apple's notarisation (README.md).
set -euo pipefail
app=$1 folder=$2 target=$3
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

cp -R "$app" "$stage/Carrel.app"
mkdir -p "$stage/Carrel.app/Contents/Resources/resources/models"
cp "$folder"/_internal/resources/models/*.gguf "$stage/Carrel.app/Contents/Resources/resources/models/"
cp -R "$folder/licences" "$folder/carrel.cdx.json" "$stage/Carrel.app/Contents/Resources/"
codesign --force --deep --sign "${CARREL_SIGNATURE:--}" --options runtime "$stage/Carrel.app"
ln -s /Applications "$stage/Applications"
rm -f "$target"
hdiutil create -volname Carrel -srcfolder "$stage" -format ULFO "$target"
