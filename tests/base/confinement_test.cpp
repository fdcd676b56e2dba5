#include "base/processes/confinement.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace warpmark::processes {
namespace {

// In a process of its own, since nothing is given back. Ends with 0 if all holds, with 77 if the
// system cannot confine.
template <class Check>
int status_in_child(Check&& check) {
  const pid_t child = fork();
  if (child == 0) _exit(check());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

constexpr int unsupported = 77;

TEST(confinement, leaves_only_sockets_of_this_machine) {
  const int status = status_in_child([] {
    if (!deny_network()) return unsupported;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EACCES) return 1;
    if (socket(AF_INET6, SOCK_DGRAM, 0) >= 0) return 2;
    return socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? 0 : 3;
  });
  if (status == unsupported) GTEST_SKIP() << "no seccomp";
  EXPECT_EQ(status, 0);
}

TEST(confinement, lets_files_be_written_only_where_it_is_allowed) {
  const auto folder = std::filesystem::temp_directory_path() / "warpmark_confinement";
  std::filesystem::create_directories(folder / "inside");
  std::filesystem::create_directories(folder / "outside");
  std::ofstream(folder / "outside" / "there") << "kept";
  const int status = status_in_child([&] {
    const auto can_write = [&](const char* where) {
      const int file = open((folder / where / "file").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
      if (file >= 0) close(file);
      return file >= 0;
    };
    if (!confine_writing_to({folder / "inside", folder / "missing"})) return unsupported;
    if (!can_write("inside")) return 1;
    if (can_write("outside")) return 2;
    if (truncate((folder / "outside" / "there").c_str(), 0) == 0) return 4;
    return open("/proc/self/exe", O_RDONLY) >= 0 ? 0 : 3;
  });
  std::filesystem::remove_all(folder);
  if (status == unsupported) GTEST_SKIP() << "no Landlock";
  EXPECT_EQ(status, 0);
}

TEST(confinement, limits_files_and_memory) {
  EXPECT_EQ(status_in_child([] {
              constexpr std::uint64_t mib = std::uint64_t{1} << 20;
              limit_resources(mib, 16 * mib, 40);
              rlimit now{};
              getrlimit(RLIMIT_FSIZE, &now);
              if (now.rlim_cur != mib) return 1;
              getrlimit(RLIMIT_NOFILE, &now);
              if (now.rlim_cur > 40) return 2;
              getrlimit(RLIMIT_CORE, &now);
              if (now.rlim_cur != 0) return 3;
              getrlimit(RLIMIT_DATA, &now);
              return now.rlim_cur == RLIM_INFINITY ? 4 : 0;
            }),
            0);
}

}  // namespace
}  // namespace warpmark::processes
