#include "ci/gate/programs/program_pairs.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace warpmark::gate {
namespace {

using compiler::device_kernel;
using compiler::device_text;
using compiler::program_code;
using kernel_list = std::vector<const device_kernel*>;

// Of Linux, of compilers, and of CUDA without kernels of its own.
constexpr std::string_view system_libraries[] = {
    "libc",       "libm",     "libdl",     "librt",           "libpthread",
    "libstdc++",  "libgcc_s", "libgomp",   "ld-linux-x86-64", "ld-linux-aarch64",
    "linux-vdso", "libcuda",  "libcudart", "libnvidia-ml",    "libcupti",
    "libnvrtc"};

template <class Field>
bool equal_in(const kernel_list& base, const kernel_list& head, Field field) {
  return std::equal(
      base.begin(), base.end(), head.begin(), head.end(),
      [&](const device_kernel* a, const device_kernel* b) { return field(*a) == field(*b); });
}

void sort(kernel_list& kernels) {
  std::sort(kernels.begin(), kernels.end(), [](const device_kernel* a, const device_kernel* b) {
    return std::tie(a->own_hash, a->shared_hash) < std::tie(b->own_hash, b->shared_hash);
  });
}

std::vector<std::tuple<compiler::ptx_target, bool, std::string>> sorted(
    const std::vector<device_text>& texts) {
  std::vector<std::tuple<compiler::ptx_target, bool, std::string>> result;
  result.reserve(texts.size());
  for (const auto& text : texts) result.emplace_back(text.target, text.is_ptx, text.hash);
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

bool program_kernel::same_code() const {
  return equal_in(base, head, [](const device_kernel& kernel) {
    return std::tie(kernel.own_hash, kernel.shared_hash);
  });
}

bool program_kernel::same_own_code() const {
  return equal_in(base, head,
                  [](const device_kernel& kernel) { return std::tie(kernel.own_hash); });
}

std::vector<program_kernel> program_kernels(const program_code& base, const program_code& head) {
  std::map<std::pair<std::string, compiler::ptx_target>, program_kernel> found;
  for (const auto& [side, code] :
       {std::pair{&program_kernel::base, &base}, std::pair{&program_kernel::head, &head}})
    for (const auto& kernel : code->kernels())
      (found[{kernel.stable_name, kernel.target}].*side).push_back(&kernel);
  std::vector<program_kernel> result;
  result.reserve(found.size());
  for (auto& [key, kernel] : found) {
    std::tie(kernel.stable_name, kernel.target) = key;
    sort(kernel.base);
    sort(kernel.head);
    result.push_back(std::move(kernel));
  }
  return result;
}

program_difference program_difference_of(const program_code& base, const program_code& head) {
  const auto kernels = program_kernels(base, head);
  return {.same_machine_code =
              std::all_of(kernels.begin(), kernels.end(),
                          [](const program_kernel& kernel) { return kernel.same_code(); }),
          .same_texts = sorted(base.texts()) == sorted(head.texts()),
          .same_host = !base.host_hash().empty() && base.host_hash() == head.host_hash() &&
                       own_libraries(base).empty()};
}

std::vector<std::string> own_libraries(const program_code& code) {
  std::vector<std::string> result;
  for (const auto& library : code.libraries()) {
    const std::string name = library.substr(0, library.find(".so"));
    const bool is_known = std::any_of(std::begin(system_libraries), std::end(system_libraries),
                                      [&](std::string_view known) { return name == known; });
    if (!is_known) result.push_back(library);
  }
  return result;
}

}  // namespace warpmark::gate
