#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "bench/inspect/host_header_tables.hpp"

namespace warpmark::inspect {
namespace {

// Nothing in them is for the device.
constexpr std::array empty_cpp_headers = {"any",
                                          "barrier",
                                          "charconv",
                                          "codecvt",
                                          "compare",
                                          "condition_variable",
                                          "coroutine",
                                          "exception",
                                          "execution",
                                          "filesystem",
                                          "format",
                                          "fstream",
                                          "future",
                                          "iomanip",
                                          "ios",
                                          "iosfwd",
                                          "iostream",
                                          "istream",
                                          "iterator",
                                          "latch",
                                          "locale",
                                          "memory_resource",
                                          "new",
                                          "ostream",
                                          "random",
                                          "ranges",
                                          "regex",
                                          "scoped_allocator",
                                          "semaphore",
                                          "shared_mutex",
                                          "source_location",
                                          "sstream",
                                          "stdexcept",
                                          "stop_token",
                                          "streambuf",
                                          "syncstream",
                                          "system_error",
                                          "typeindex",
                                          "typeinfo",
                                          "valarray",
                                          "version",
                                          "ext/pb_ds/assoc_container.hpp"};

// Types of the host that declarations may name. They have no members.
struct host_type {
  const char* header;
  const char* declarations;
};
constexpr std::array host_types = {
    host_type{"chrono", "namespace chrono {}"},
    host_type{"deque", "template <class...> class deque {};"},
    host_type{"forward_list", "template <class...> class forward_list {};"},
    host_type{"list", "template <class...> class list {};"},
    host_type{"map", "template <class...> class map {}; template <class...> class multimap {};"},
    host_type{"memory",
              "template <class...> class unique_ptr {}; template <class...> class shared_ptr {}; "
              "template <class...> class weak_ptr {};"},
    host_type{"mutex",
              "class mutex {}; template <class> class lock_guard {}; template <class> class "
              "unique_lock {};"},
    host_type{"queue",
              "template <class...> class queue {}; template <class...> class priority_queue {};"},
    host_type{"set", "template <class...> class set {}; template <class...> class multiset {};"},
    host_type{"stack", "template <class...> class stack {};"},
    host_type{"string", "class string {}; class wstring {};"},
    host_type{"string_view", "class string_view {};"},
    host_type{"thread", "class thread {};"},
    host_type{"unordered_map", "template <class...> class unordered_map {};"},
    host_type{"unordered_set", "template <class...> class unordered_set {};"},
    host_type{"vector", "template <class...> class vector {};"},
};

// libcu++ has these, for the device.
constexpr std::array lifted = {
    "array",       "atomic",  "bit",     "complex",  "concepts", "functional", "initializer_list",
    "limits",      "numbers", "numeric", "optional", "ratio",    "span",       "tuple",
    "type_traits", "utility", "variant", "mdspan",   "expected"};

struct name_of_header {
  const char* name;
  const char* header;
};
constexpr std::array std_names = {
    name_of_header{"array", "array"},
    name_of_header{"bit_cast", "bit"},
    name_of_header{"popcount", "bit"},
    name_of_header{"countl_zero", "bit"},
    name_of_header{"countr_zero", "bit"},
    name_of_header{"bit_ceil", "bit"},
    name_of_header{"complex", "complex"},
    name_of_header{"plus", "functional"},
    name_of_header{"minus", "functional"},
    name_of_header{"multiplies", "functional"},
    name_of_header{"divides", "functional"},
    name_of_header{"less", "functional"},
    name_of_header{"greater", "functional"},
    name_of_header{"equal_to", "functional"},
    name_of_header{"initializer_list", "initializer_list"},
    name_of_header{"numeric_limits", "limits"},
    name_of_header{"optional", "optional"},
    name_of_header{"nullopt", "optional"},
    name_of_header{"tuple", "tuple"},
    name_of_header{"tuple_size", "tuple"},
    name_of_header{"tuple_element", "tuple"},
    name_of_header{"make_tuple", "tuple"},
    name_of_header{"get", "tuple"},
    name_of_header{"tie", "tuple"},
    name_of_header{"conditional", "type_traits"},
    name_of_header{"conditional_t", "type_traits"},
    name_of_header{"decay", "type_traits"},
    name_of_header{"decay_t", "type_traits"},
    name_of_header{"common_type", "type_traits"},
    name_of_header{"common_type_t", "type_traits"},
    name_of_header{"enable_if", "type_traits"},
    name_of_header{"enable_if_t", "type_traits"},
    name_of_header{"false_type", "type_traits"},
    name_of_header{"true_type", "type_traits"},
    name_of_header{"bool_constant", "type_traits"},
    name_of_header{"integral_constant", "type_traits"},
    name_of_header{"make_signed", "type_traits"},
    name_of_header{"make_unsigned", "type_traits"},
    name_of_header{"make_unsigned_t", "type_traits"},
    name_of_header{"make_signed_t", "type_traits"},
    name_of_header{"underlying_type", "type_traits"},
    name_of_header{"underlying_type_t", "type_traits"},
    name_of_header{"void_t", "type_traits"},
    name_of_header{"invoke_result_t", "type_traits"},
    name_of_header{"result_of", "type_traits"},
    name_of_header{"alignment_of", "type_traits"},
    name_of_header{"extent", "type_traits"},
    name_of_header{"declval", "utility"},
    name_of_header{"exchange", "utility"},
    name_of_header{"index_sequence", "utility"},
    name_of_header{"integer_sequence", "utility"},
    name_of_header{"make_index_sequence", "utility"},
    name_of_header{"make_integer_sequence", "utility"},
    name_of_header{"make_pair", "utility"},
    name_of_header{"pair", "utility"},
    name_of_header{"variant", "variant"},
    name_of_header{"span", "span"},
};

// libcu++ has no public header for these; std::min of two types is the caller's error, too.
constexpr const char* algorithms = R"(#pragma once
namespace std {
template <class T> constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T> constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <class T> constexpr const T& clamp(const T& x, const T& low, const T& high) {
  return x < low ? low : high < x ? high : x;
}
template <class T> constexpr void swap(T& a, T& b) {
  T old = static_cast<T&&>(a);
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(old);
}
}
)";

}  // namespace

std::string_view libcudacxx_header_of(std::string_view name) {
  const auto found = std::find_if(std_names.begin(), std_names.end(),
                                  [&](const auto& known) { return name == known.name; });
  if (found != std_names.end()) return found->header;
  for (const std::string_view prefix : {"is_", "remove_", "add_"})
    if (name.starts_with(prefix)) return "type_traits";
  return {};
}

std::string lifted_headers(const std::vector<std::string>& headers) {
  std::string text;
  for (const auto& header : headers)
    text += fmt::format(
        "#if __has_include(<cuda/std/{0}>)\n#include <cuda/std/{0}>\n"
        "namespace std {{ using namespace cuda::std; }}\n#endif\n",
        header);
  return text;
}

std::vector<compiler::header_text> cpp_headers() {
  std::vector<compiler::header_text> result;
  for (const char* name : empty_cpp_headers) result.push_back({name, "\n"});
  for (const auto& [header, declarations] : host_types)
    result.push_back({header, fmt::format("#pragma once\nnamespace std {{ {} }}\n", declarations)});
  for (const char* name : lifted)
    result.push_back({name, "#pragma once\n" + lifted_headers({name})});
  result.push_back({"algorithm", algorithms});
  return result;
}

}  // namespace warpmark::inspect
