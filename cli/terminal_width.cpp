#include "cli/terminal_width.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace warpmark {

std::size_t terminal_width(int descriptor) {
  if (isatty(descriptor) == 0) return 0;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) return size.ws_col;
  std::size_t columns = 0;
  if (const char* text = std::getenv("COLUMNS"))
    std::from_chars(text, text + std::strlen(text), columns);
  return columns;
}

}  // namespace warpmark
