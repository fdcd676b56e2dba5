#include "base/processes/confinement.hpp"

#include <cstdint>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace warpmark::processes {
namespace {

constexpr std::uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

// The rights of the first version of the interface: every bit up to MAKE_SYM.
constexpr std::uint64_t everything = (std::uint64_t{LANDLOCK_ACCESS_FS_MAKE_SYM} << 1) - 1;

}  // namespace

bool confine_to_reading(const std::vector<std::filesystem::path>& folders) {
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = everything;
  // Without the fields of later versions, which older kernels reject.
  const auto ruleset = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0));
  if (ruleset < 0) return false;
  for (const auto& item : folders) {
    const int folder = open(item.c_str(), O_PATH | O_CLOEXEC | O_DIRECTORY);
    if (folder < 0) continue;
    landlock_path_beneath_attr beneath{};
    beneath.allowed_access = reading;
    beneath.parent_fd = folder;
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    close(folder);
  }
  const bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                    syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return done;
}

}  // namespace warpmark::processes
