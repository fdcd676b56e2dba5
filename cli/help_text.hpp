#pragma once

#include <CLI/CLI.hpp>

namespace warpmark {

/// CLI11's help with descriptions that are broken at the terminal's width, or at 100 columns.
class help_text : public CLI::Formatter {
 public:
  help_text();
  std::string make_option_desc(const CLI::Option* option) const override;

 private:
  std::size_t width_;
};

}  // namespace warpmark
