// Any text as an argument of `warpmark inspect`, as requests for its outputs, as a specification,
// and as an .npy file.

#include <string>
#include <string_view>

#include "base/npy_file.hpp"
#include "base/usage_error.hpp"
#include "bench/inspect/argument.hpp"
#include "bench/inspect/outputs.hpp"
#include "bench/inspect/specification_file.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

template <class F>
void expect_usage_errors_only(F&& body) {
  try {
    body();
  } catch (const warpmark::usage_error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpmark::inspect;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  expect_usage_errors_only([&] {
    const parsed_argument parsed = parse_argument(text, "unnamed");
    bytes_of(parsed.value,
             {[](const buffer_reference& reference) { return reference.offset_bytes; },
              [](const tensor_map_argument&) { return std::vector<std::byte>(128); }});
  });
  expect_usage_errors_only([&] { parse_print(text); });
  expect_usage_errors_only([&] { parse_save(text); });
  expect_usage_errors_only([&] { parse_extent("--grid", text); });
  expect_usage_errors_only([&] { parse_specification(text, "fuzz.toml"); });
  expect_usage_errors_only([&] { parse_npy(std::as_bytes(std::span(text)), "fuzz.npy"); });
  return 0;
}
