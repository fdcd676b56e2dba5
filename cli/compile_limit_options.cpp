#include "cli/compile_limit_options.hpp"

#include <utility>

#include "base/input_limits.hpp"
#include "cli/duration.hpp"

namespace warpmark {

void compile_limit_options::add_to(CLI::App& verb, const std::string& default_text) {
  verb.add_option("--compile-limit", seconds, "Stop a kernel's compilation after this time")
      ->type_name("TIME")
      ->default_str(default_text.empty() ? seconds : default_text);
  verb.add_option("--compile-memory", memory, "Stop a kernel's compilation above this memory use")
      ->type_name("SIZE")
      ->capture_default_str();
}

compiler::compile_limits compile_limit_options::limits() const {
  return {.seconds = parse_duration_seconds("--compile-limit", seconds),
          .memory_bytes = input::parse_size("--compile-memory", memory)};
}

compiler::compiler_options compiled_apart(compiler::compiler_options options,
                                          const compiler::compile_limits& limits) {
  options.program = "/proc/self/exe";
  options.limits = limits;
  return options;
}

}  // namespace warpmark
