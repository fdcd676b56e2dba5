#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace warpmark::processes {

/// Restricts the calling thread, and threads and processes that it starts, to opening files below
/// these folders for reading; nothing can be created, changed or removed. Missing folders are
/// ignored. Returns false without effect if the operating system does not support it (Landlock,
/// Linux 5.13).
bool confine_to_reading(const std::vector<std::filesystem::path>& folders);

/// Restricts the calling thread, and what it starts, to creating, changing and removing files below
/// these folders; anything may be read. Missing folders are ignored. Returns false without effect
/// as above.
bool confine_writing_to(const std::vector<std::filesystem::path>& folders);

/// Lets the calling thread, and what it starts, open no sockets but those between processes of this
/// machine. Returns false without effect if the operating system does not support it (seccomp, on
/// x86-64 and 64-bit Arm).
bool deny_network();

/// Limits this process and what it starts: the size of a file that it writes, its private memory
/// beyond what it has now, and open files; no core files. Limits that are lower already stay.
void limit_resources(std::uint64_t file_bytes, std::uint64_t more_memory_bytes,
                     std::uint64_t files);

}  // namespace warpmark::processes
