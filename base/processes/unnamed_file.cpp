#include "base/processes/unnamed_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>

namespace warpmark::processes {

unnamed_file make_unnamed_file() {
  unnamed_file file(std::tmpfile());
  if (!file) throw std::system_error(errno, std::generic_category(), "a temporary file");
  ::fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
  return file;
}

}  // namespace warpmark::processes
