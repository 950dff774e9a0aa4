# Read by CMake right after llama.cpp's project() line. The source package forces llama.cpp's helper library for
# command line tools on; nothing of it is used from Python, and it is a third of the compile time. A plain
# variable goes before the forced cache entry.
set(LLAMA_BUILD_COMMON OFF)
