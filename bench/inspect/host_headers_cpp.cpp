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

// Names of namespace std that libcu++ has (but for those that it puts there itself) for the device,
// by its headers. They are lifted one by one: a using directive for cuda::std would make calls of
// abs() and the like ambiguous.
struct lifted_names {
  const char* header;
  const char* names;
};
constexpr std::array lifted = {
    lifted_names{"array", "array"},
    lifted_names{"bit",
                 "bit_cast popcount countl_zero countr_zero bit_ceil bit_floor has_single_bit"},
    lifted_names{"complex", "complex conj norm polar"},
    lifted_names{
        "functional",
        "plus minus multiplies divides modulus negate less greater less_equal greater_equal "
        "equal_to not_equal_to logical_and logical_or bit_and bit_or bit_xor"},
    lifted_names{"limits", "numeric_limits"},
    lifted_names{"optional", "optional nullopt make_optional"},
    lifted_names{"span", "span"},
    lifted_names{"tuple",
                 "tuple tuple_size_v tuple_element_t make_tuple get tie "
                 "tuple_cat apply"},
    lifted_names{
        "type_traits",
        "integral_constant bool_constant true_type false_type conditional conditional_t enable_if "
        "enable_if_t decay decay_t common_type common_type_t void_t underlying_type "
        "underlying_type_t make_signed make_signed_t make_unsigned make_unsigned_t "
        "invoke_result invoke_result_t is_invocable is_invocable_v alignment_of extent extent_v "
        "rank is_same is_same_v is_void is_void_v is_integral is_integral_v is_floating_point "
        "is_floating_point_v is_arithmetic is_arithmetic_v is_array is_array_v is_enum is_enum_v "
        "is_class is_class_v is_function is_function_v is_pointer is_pointer_v is_reference "
        "is_reference_v is_lvalue_reference is_lvalue_reference_v is_rvalue_reference is_const "
        "is_const_v is_volatile is_signed is_signed_v is_unsigned is_unsigned_v is_scalar "
        "is_scalar_v is_fundamental is_fundamental_v is_object is_object_v is_empty is_empty_v "
        "is_base_of is_base_of_v is_convertible is_convertible_v is_constructible "
        "is_constructible_v is_default_constructible is_trivial is_trivial_v is_standard_layout "
        "is_trivially_copyable is_trivially_copyable_v is_copy_constructible remove_cv "
        "remove_cv_t remove_const remove_const_t remove_volatile remove_volatile_t "
        "remove_reference remove_reference_t remove_cvref remove_cvref_t remove_pointer "
        "remove_pointer_t remove_extent remove_extent_t add_const add_const_t add_pointer "
        "add_pointer_t add_lvalue_reference add_lvalue_reference_t add_rvalue_reference "
        "conjunction conjunction_v disjunction disjunction_v negation negation_v"},
    lifted_names{"utility",
                 "pair make_pair declval exchange integer_sequence index_sequence "
                 "make_integer_sequence make_index_sequence index_sequence_for as_const "
                 "in_place_t"},
    lifted_names{"variant", "variant visit holds_alternative monostate"},
};
// No names of these are lifted.
constexpr std::array unlifted = {"atomic", "concepts", "expected", "initializer_list",
                                 "mdspan", "numbers",  "numeric",  "ratio"};

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// libcu++ has no public header for these; std::min of two types is the caller's error, too.
constexpr const char* algorithms = R"(#pragma once
#include <initializer_list>
namespace std {
template <class T> constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T> constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <class T> constexpr const T& clamp(const T& x, const T& low, const T& high) {
  return x < low ? low : high < x ? high : x;
}
template <class T> constexpr T min(initializer_list<T> all) {
  const T* least = all.begin();
  for (const T* at = least; at != all.end(); ++at) least = *at < *least ? at : least;
  return *least;
}
template <class T> constexpr T max(initializer_list<T> all) {
  const T* most = all.begin();
  for (const T* at = most; at != all.end(); ++at) most = *most < *at ? at : most;
  return *most;
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
  for (const auto& [header, names] : lifted) {
    const auto words = words_in(names);
    if (std::find(words.begin(), words.end(), name) != words.end()) return header;
  }
  return {};
}

std::string lifted_header(std::string_view header, const std::set<std::string_view>& names) {
  std::string text = fmt::format(
      "#if __has_include(<cuda/std/{0}>)\n#include <cuda/std/{0}>\nnamespace std {{\n", header);
  for (const auto name : names) text += fmt::format("using cuda::std::{};\n", name);
  return text + "}\n#endif\n";
}

std::vector<compiler::header_text> cpp_headers() {
  std::vector<compiler::header_text> result;
  for (const char* name : empty_cpp_headers) result.push_back({name, "\n"});
  for (const auto& [header, declarations] : host_types)
    result.push_back({header, fmt::format("#pragma once\nnamespace std {{ {} }}\n", declarations)});
  for (const auto& [header, names] : lifted) {
    const auto words = words_in(names);
    result.push_back(
        {header, "#pragma once\n" + lifted_header(header, {words.begin(), words.end()})});
  }
  for (const char* name : unlifted) result.push_back({name, "\n"});
  result.push_back({"algorithm", algorithms});
  return result;
}

}  // namespace warpmark::inspect
