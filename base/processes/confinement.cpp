#include "base/processes/confinement.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <optional>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace warpmark::processes {
namespace {

constexpr std::uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

// The rights of the first version of the interface: every bit up to MAKE_SYM.
constexpr std::uint64_t everything = (std::uint64_t{LANDLOCK_ACCESS_FS_MAKE_SYM} << 1) - 1;
constexpr std::uint64_t writing = everything & ~reading & ~LANDLOCK_ACCESS_FS_EXECUTE;
constexpr std::uint64_t truncating = std::uint64_t{1} << 14;  // From the third version on.

// Also what later versions of the interface can refuse.
std::uint64_t all_writing() {
  const auto version = syscall(SYS_landlock_create_ruleset, nullptr, 0, std::uint32_t{1});
  return version >= 3 ? writing | truncating : writing;
}

// Refuses `handled` everywhere but below the folders, where `allowed` of it is permitted.
bool confine(std::uint64_t handled, std::uint64_t allowed,
             const std::vector<std::filesystem::path>& folders) {
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = handled;
  // Without the fields of later versions, which older kernels reject.
  const auto ruleset = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0));
  if (ruleset < 0) return false;
  for (const auto& item : folders) {
    const int folder = open(item.c_str(), O_PATH | O_CLOEXEC | O_DIRECTORY);
    if (folder < 0) continue;
    landlock_path_beneath_attr beneath{};
    beneath.allowed_access = allowed;
    beneath.parent_fd = folder;
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    close(folder);
  }
  const bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                    syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return done;
}

#if defined(__x86_64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t this_architecture = 0;
#endif

// What RLIMIT_DATA counts. A sanitizer reserves far more than it uses.
std::optional<std::uint64_t> private_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmData:")) return std::strtoull(line.c_str() + 7, nullptr, 10) * 1024;
  return std::nullopt;
}

void lower_limit(int which, std::uint64_t limit) {
  rlimit now{};
  if (getrlimit(static_cast<__rlimit_resource>(which), &now) != 0) return;
  now.rlim_cur = std::min<rlim_t>(now.rlim_cur, limit);
  now.rlim_max = std::min<rlim_t>(now.rlim_max, limit);
  setrlimit(static_cast<__rlimit_resource>(which), &now);
}

}  // namespace

bool confine_to_reading(const std::vector<std::filesystem::path>& folders) {
  return confine(everything, reading, folders);
}

bool confine_writing_to(const std::vector<std::filesystem::path>& folders) {
  return confine(all_writing(), all_writing(), folders);
}

// A filter looks at the numbers of system calls only: a call of another architecture's table, or of
// the table of 32-bit pointers, could have another meaning, and io_uring opens sockets without one.
bool deny_network() {
  if (this_architecture == 0) return false;
  constexpr std::uint32_t x32_bit = 0x40000000;
  constexpr auto refused = SECCOMP_RET_ERRNO | (EACCES & SECCOMP_RET_DATA);
  const auto load = [](std::size_t offset) {
    return sock_filter{BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)};
  };
  const auto skip_if = [](std::uint16_t test, std::uint32_t value, std::uint8_t yes,
                          std::uint8_t no) {
    return sock_filter{static_cast<std::uint16_t>(BPF_JMP | test | BPF_K), yes, no, value};
  };
  const auto end = [](std::uint32_t with) { return sock_filter{BPF_RET | BPF_K, 0, 0, with}; };
  std::array rules = {
      load(offsetof(seccomp_data, arch)),
      skip_if(BPF_JEQ, this_architecture, 1, 0),
      end(refused),
      load(offsetof(seccomp_data, nr)),
      skip_if(BPF_JGE, x32_bit, 4, 0),
      skip_if(BPF_JEQ, SYS_io_uring_setup, 3, 0),
      skip_if(BPF_JEQ, SYS_socket, 0, 3),
      load(offsetof(seccomp_data, args)),  // The protocol family.
      skip_if(BPF_JEQ, AF_UNIX, 1, 0),
      end(refused),
      end(SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(rules.size()), rules.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

void limit_resources(std::uint64_t file_bytes, std::uint64_t more_memory_bytes,
                     std::uint64_t files) {
  lower_limit(RLIMIT_FSIZE, file_bytes);
  if (const auto now = private_bytes()) lower_limit(RLIMIT_DATA, *now + more_memory_bytes);
  lower_limit(RLIMIT_NOFILE, files);
  lower_limit(RLIMIT_CORE, 0);
}

}  // namespace warpmark::processes
