# Toolchain file of `tools/wheel aarch64`: Debian's cross compiler and the arm64 packages of the libraries.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# Where pkg-config, which asks this system, would lead the search.
set(CMAKE_SYSTEM_IGNORE_PATH "/usr/lib/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu")
