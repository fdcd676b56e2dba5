#include "bench/kernels_file/option_list.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace warpmark::kernels_file {
namespace {

// Without the one or two leading dashes.
constexpr std::array code_options = {"maxrregcount",
                                     "use_fast_math",
                                     "ftz",
                                     "prec-sqrt",
                                     "prec-div",
                                     "fmad",
                                     "dopt",
                                     "Ofast-compile",
                                     "lineinfo",
                                     "generate-line-info",
                                     "device-debug",
                                     "G",
                                     "std",
                                     "restrict",
                                     "disable-warnings",
                                     "w",
                                     "extra-device-vectorization",
                                     "device-int128",
                                     "relocatable-device-code",
                                     "rdc",
                                     "split-compile",
                                     "default-device",
                                     "device-as-default-execution-space",
                                     "diag-suppress",
                                     "diag-warn",
                                     "diag-error",
                                     "display-error-number",
                                     "err-no",
                                     "no-display-error-number",
                                     "no-source-include",
                                     "builtin-move-forward",
                                     "builtin-initializer-list",
                                     "version-ident",
                                     "extensible-whole-program",
                                     "ewp"};

constexpr std::array assembler_options = {"v",
                                          "verbose",
                                          "O",
                                          "opt-level",
                                          "O0",
                                          "O1",
                                          "O2",
                                          "O3",
                                          "dlcm",
                                          "dscm",
                                          "def-load-cache",
                                          "def-store-cache",
                                          "maxrregcount",
                                          "allow-expensive-optimizations",
                                          "fmad",
                                          "warn-on-spills",
                                          "warn-spills",
                                          "warn-on-local-memory-usage",
                                          "disable-optimizer-constants",
                                          "preserve-relocs",
                                          "register-usage-level",
                                          "regUsageLevel"};

std::string_view without_dashes(std::string_view option) {
  for (int i = 0; i < 2 && option.starts_with('-'); ++i) option.remove_prefix(1);
  return option;
}

// Values are numbers and words, and can be neither paths nor further options.
bool is_plain(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](unsigned char character) {
    return std::isalnum(character) != 0 || character == '+' || character == '-' ||
           character == '_' || character == '.';
  });
}

template <class List>
bool is_one_of(const List& list, std::string_view option) {
  if (!option.starts_with('-')) return false;
  const std::string_view text = without_dashes(option);
  const auto equals = std::min(text.find('='), text.size());
  return std::find(list.begin(), list.end(), text.substr(0, equals)) != list.end() &&
         is_plain(text.substr(std::min(equals + 1, text.size())));
}

}  // namespace

std::string option_error(std::string_view option) {
  const bool has_control = std::any_of(option.begin(), option.end(),
                                       [](unsigned char character) { return character < 0x20; });
  if (has_control) return "control character";
  if (option.size() > 2 && (option.starts_with("-D") || option.starts_with("-U"))) return "";
  if (is_one_of(code_options, option)) return "";
  for (const std::string_view prefix : {"--ptxas-options=", "-Xptxas=", "-Xptxas "})
    if (option.starts_with(prefix)) {
      std::string_view list = option.substr(prefix.size());
      for (;;) {
        const auto comma = std::min(list.find(','), list.size());
        if (!is_one_of(assembler_options, list.substr(0, comma))) break;
        if (comma == list.size()) return "";
        list.remove_prefix(comma + 1);
      }
    }
  if (option.starts_with("-I") || option.starts_with("--include-path"))
    return "expected the folder under the key 'include'";
  return "expected an option that only changes code, such as -maxrregcount=32, "
         "--use_fast_math or --ptxas-options=-dlcm=cg";
}

}  // namespace warpmark::kernels_file
