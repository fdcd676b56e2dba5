#include "cli/max_input.hpp"

#include <fmt/format.h>

#include "base/input_limits.hpp"

namespace warpmark {

void add_max_input(CLI::App& verb) {
  const input::limits usual;
  verb.add_option_function<std::string>(
          "--max-input",
          [](const std::string& text) {
            input::set_max_input(input::parse_size("--max-input", text));
          },
          fmt::format("Maximum decompressed size of a file, as in 4GiB; default: {}, and "
                      "{:g} times its compressed size",
                      input::size_text(usual.max_bytes), *usual.max_ratio))
      ->type_name("SIZE");
}

}  // namespace warpmark
