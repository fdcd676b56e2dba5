#include "ci/gate/timing/planted_work.hpp"

#include <cctype>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

namespace warpmark::gate {
namespace {

constexpr std::string_view call = " warpmark_planted::work();";

// Each product depends on the one before, and a branch depends on the last: otherwise ptxas removes
// the loop, even if volatile. In most kernels a thread does so little work that one step per thread
// would be too coarse, so a remainder goes to some blocks only. Not unrolled, since step counts
// reach thousands.
std::string helper(const std::string& file, std::uint64_t steps) {
  constexpr std::uint64_t blocks = 64;
  return fmt::format(
      "namespace warpmark_planted {{\n"
      "__device__ __forceinline__ void work() {{\n"
      "  const unsigned count = {}u + (blockIdx.x % {}u < {}u ? 1u : 0u);\n"
      "  if (count == 0) return;\n"
      "  unsigned value = threadIdx.x;\n"
      "#pragma unroll 1\n"
      "  for (unsigned i = 0; i < 4 * count; ++i) value = value * 1664525u + 1013904223u;\n"
      "  if (value == 0) __nanosleep(1);\n"
      "}}\n"
      "}}\n"
      "#line 1 \"{}\"\n",
      steps / blocks, blocks, steps % blocks, file);
}

// "strided" of "reduce::strided<int, ops::sum<int>, 8>".
std::string name_in(const std::string& expression) {
  const std::string whole = expression.substr(0, expression.find('<'));
  const auto colons = whole.rfind("::");
  return colons == std::string::npos ? whole : whole.substr(colons + 2);
}

bool is_of_name(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

// The position in [from, end) of the name as a full word followed by a parameter list.
std::size_t find_call(const std::string& text, const std::string& name, std::size_t from,
                      std::size_t end) {
  for (auto at = text.find(name, from); at < end; at = text.find(name, at + 1)) {
    const std::size_t after = text.find_first_not_of(" \n", at + name.size());
    if (!is_of_name(text[at - 1]) && after < end && text[after] == '(') return after;
  }
  return std::string::npos;
}

std::size_t closing(const std::string& text, std::size_t opening) {
  int depth = 0;
  for (std::size_t at = opening; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at;
  }
  return std::string::npos;
}

// The position after the brace that opens the kernel's body.
std::size_t body_of(const std::string& text, const std::string& name) {
  constexpr std::string_view mark = "__global__";
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const std::size_t parameters = find_call(text, name, at, text.find('{', at));
    if (parameters == std::string::npos) continue;
    const std::size_t brace = text.find_first_not_of(" \n", closing(text, parameters) + 1);
    if (brace != std::string::npos && text[brace] == '{') return brace + 1;
  }
  return std::string::npos;
}

// Changes the file that defines the kernel: the source itself or one that it includes.
void plant(outside_source& into, const std::string& expression, std::uint64_t steps) {
  const std::string kernel = name_in(expression);
  if (body_of(into.text, kernel) == std::string::npos)
    for (auto& [name, text] : into.headers)
      if (body_of(text, kernel) != std::string::npos) {
        text = with_planted_work(text, name, expression, steps);
        return;
      }
  into.text = with_planted_work(into.text, into.name, expression, steps);
}

}  // namespace

std::string with_planted_work(const std::string& text, const std::string& file,
                              const std::string& expression, std::uint64_t steps) {
  const std::string name = name_in(expression);
  const std::size_t body = body_of(text, name);
  if (body == std::string::npos)
    throw std::invalid_argument(fmt::format("{}: no definition of {}", file, name));
  std::string planted = text;
  planted.insert(body, call);
  return helper(file, steps) + planted;
}

launch_plan with_planted_work(launch_plan plan, std::uint64_t steps) {
  if (steps == 0) return plan;
  const auto launched = launched_kernels(plan);
  if (launched.empty()) throw std::invalid_argument("no kernel to plant work into is launched");
  kernel_instance& kernel = plan.kernels[launched.front()];
  if (!kernel.outside)
    throw std::invalid_argument(fmt::format("{}: source not available", kernel.file));
  auto source = std::make_shared<outside_source>(*kernel.outside);
  plant(*source, kernel.expression, steps);
  source->digest += fmt::format("+{}", steps);
  kernel.outside = std::move(source);
  return plan;
}

}  // namespace warpmark::gate
