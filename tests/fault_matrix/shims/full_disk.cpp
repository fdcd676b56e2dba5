// Preloaded into a program: files whose name ends in $FULL_DISK_SUFFIX are on a disk that is full
// once they have $FULL_DISK_BYTES. The last write that finds any room is cut short, as on a real
// one.

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {

bool lies_on_full_disk(int file) {
  const char* suffix = std::getenv("FULL_DISK_SUFFIX");
  char path[4096];
  const auto size = readlink(("/proc/self/fd/" + std::to_string(file)).c_str(), path, sizeof path);
  return suffix != nullptr && size > 0 &&
         std::string(path, static_cast<std::size_t>(size)).ends_with(suffix);
}

}  // namespace

extern "C" ssize_t write(int file, const void* data, std::size_t size) {
  using signature = ssize_t (*)(int, const void*, std::size_t);
  static const auto original = reinterpret_cast<signature>(dlsym(RTLD_NEXT, "write"));
  struct stat about {};
  if (!lies_on_full_disk(file) || fstat(file, &about) != 0) return original(file, data, size);
  const long long room = std::atoll(std::getenv("FULL_DISK_BYTES")) - about.st_size;
  if (room <= 0) {
    errno = ENOSPC;
    return -1;
  }
  return original(file, data, std::min(size, static_cast<std::size_t>(room)));
}
