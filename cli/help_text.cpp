#include "cli/help_text.hpp"

#include <algorithm>
#include <unistd.h>

#include "cli/terminal_width.hpp"
#include "cli/text_table.hpp"

namespace warpmark {
namespace {

constexpr std::size_t usual_width = 100, min_width = 60;

}  // namespace

help_text::help_text() {
  const std::size_t columns = terminal_width(STDOUT_FILENO);
  width_ = columns == 0 ? usual_width : std::max(columns, min_width);
}

std::string help_text::make_option_desc(const CLI::Option* option) const {
  std::string text = wrapped(CLI::Formatter::make_option_desc(option), 0,
                             width_ - std::min(width_ - 20, get_column_width()));
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace warpmark
