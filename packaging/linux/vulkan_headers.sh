#!/usr/bin/env bash
# vulkan_headers.sh: lays Debian 13's Vulkan headers under .cache/vulkan, for a build on Debian 12, whose own are too old.
# Needs no root. The package comes from the mirror this system uses and is checked with apt's keys; nothing is installed.
set -euo pipefail
target=$(cd "$(dirname "$0")/../.." && pwd)/.cache/vulkan
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
awk 'BEGIN { RS = ""; ORS = "\n\n" } !/security/' /etc/apt/sources.list.d/debian.sources |
  sed 's/^Suites:.*/Suites: trixie/' >"$work/newer.sources"
apart=(-q -o "Dir::Etc::sourcelist=$work/newer.sources" -o Dir::Etc::sourceparts=/dev/null
  -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache")
cd "$work"
apt-get "${apart[@]}" update
apt-get "${apart[@]}" download libvulkan-dev
dpkg-deb --extract libvulkan-dev_*.deb unpacked
mkdir -p "$target"
rm -rf "$target/include"
mv unpacked/usr/include "$target/include"
grep -h 'define VK_HEADER_VERSION ' "$target/include/vulkan/vulkan_core.h"
