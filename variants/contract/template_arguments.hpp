#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

// The parameters of a template of kernels/, a kernel or a type, are declared once, with the names
// and in the order of its definition:
//
//   struct strided {
//     static constexpr device_template<> source{"reduce/strided.cuh", "reduce::strided"};
//     integer_argument block, width, unroll;
//   };
//
// A plan names each argument, strided{.block = 256, .width = 4, .unroll = 2}, and one that is
// missing, out of order or of another kind does not compile. tests/structure compares the
// declarations, which it reads as text, with the definitions.

namespace warpmark {

/// CUDA C++ of one argument. None has a default: each must be given.
class template_argument {
 public:
  const std::string& spelling() const { return spelling_; }

 protected:
  explicit template_argument(std::string spelling) : spelling_(std::move(spelling)) {}

 private:
  std::string spelling_;
};

class integer_argument : public template_argument {
 public:
  template <std::integral T>
  requires(!std::same_as<T, bool>) integer_argument(T value)
      : template_argument(std::to_string(value)) {}
};

class bool_argument : public template_argument {
 public:
  template <std::same_as<bool> T>
  bool_argument(T value) : template_argument(value ? "true" : "false") {}
};

/// An enumerator, by its qualified name.
class enumerator_argument : public template_argument {
 public:
  enumerator_argument(std::string name) : template_argument(std::move(name)) {}
};

/// File and qualified name of a template. Its parameters are those of `First`, which other
/// templates have as well, then those declared beside it.
template <class First = void>
struct device_template {
  const char* file;  ///< Below kernels/: "reduce/strided.cuh".
  const char* name;  ///< "reduce::strided"
};

template <class Declared, class First>
concept declares_after = std::same_as<decltype(Declared::source), const device_template<First>>;

/// "256, 4, 2".
std::string joined_arguments(std::initializer_list<const template_argument*> arguments);

/// The arguments that a declaration holds, in its order: "256, 4, 2".
template <class Declared>
std::string spelled(const Declared& declared) {
  constexpr std::size_t bytes = std::is_empty_v<Declared> ? 0 : sizeof(Declared);
  constexpr std::size_t count = bytes / sizeof(template_argument);
  static_assert(count <= 12, "add a case");
  if constexpr (count == 0) {
    return {};
  } else if constexpr (count == 1) {
    const auto& [a] = declared;
    return joined_arguments({&a});
  } else if constexpr (count == 2) {
    const auto& [a, b] = declared;
    return joined_arguments({&a, &b});
  } else if constexpr (count == 3) {
    const auto& [a, b, c] = declared;
    return joined_arguments({&a, &b, &c});
  } else if constexpr (count == 4) {
    const auto& [a, b, c, d] = declared;
    return joined_arguments({&a, &b, &c, &d});
  } else if constexpr (count == 5) {
    const auto& [a, b, c, d, e] = declared;
    return joined_arguments({&a, &b, &c, &d, &e});
  } else if constexpr (count == 6) {
    const auto& [a, b, c, d, e, f] = declared;
    return joined_arguments({&a, &b, &c, &d, &e, &f});
  } else if constexpr (count == 7) {
    const auto& [a, b, c, d, e, f, g] = declared;
    return joined_arguments({&a, &b, &c, &d, &e, &f, &g});
  } else if constexpr (count == 8) {
    const auto& [a, b, c, d, e, f, g, h] = declared;
    return joined_arguments({&a, &b, &c, &d, &e, &f, &g, &h});
  } else if constexpr (count == 9) {
    const auto& [a, b, c, d, e, f, g, h, i] = declared;
    return joined_arguments({&a, &b, &c, &d, &e, &f, &g, &h, &i});
  } else if constexpr (count == 10) {
    const auto& [a, b, c, d, e, f, g, h, i, j] = declared;
    return joined_arguments({&a, &b, &c, &d, &e, &f, &g, &h, &i, &j});
  } else if constexpr (count == 11) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k] = declared;
    return joined_arguments({&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k});
  } else {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = declared;
    return joined_arguments({&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l});
  }
}

/// A template with all its arguments.
class template_instance {
 public:
  template <declares_after<void> Declared>
  template_instance(const Declared& declared)
      : template_instance(Declared::source.file, Declared::source.name, spelled(declared)) {}
  template_instance(std::string file, std::string_view name, std::string_view arguments);

  const std::string& file() const { return file_; }

  /// "reduce::strided<int, int, ops::sum<int>, 256, 4, 2>".
  const std::string& spelling() const { return spelling_; }

  /// Compiled from `file`, which includes the template's own and that of a type among the
  /// arguments.
  template_instance from(const std::string& file) const;

 private:
  std::string file_, spelling_;
};

/// A template without the arguments that come first.
template <class First>
class instance_after {
 public:
  template <declares_after<First> Declared>
  instance_after(const Declared& declared)
      : file_(Declared::source.file), name_(Declared::source.name), others_(spelled(declared)) {}

  const char* file() const { return file_; }

  template_instance with(const First& first) const {
    return {file_, name_, spelled(first) + (others_.empty() ? "" : ", ") + others_};
  }

 private:
  const char* file_;
  const char* name_;
  std::string others_;
};

/// A type, or a class template by its name.
class type_argument : public template_argument {
 public:
  type_argument(std::string spelling) : template_argument(std::move(spelling)) {}
  type_argument(const char* spelling) : template_argument(spelling) {}
  type_argument(const template_instance& type) : template_argument(type.spelling()) {}
  template <declares_after<void> Declared>
  type_argument(const Declared& type) : type_argument(template_instance(type)) {}
};

// spelled() counts the arguments of a declaration by its size.
static_assert(sizeof(integer_argument) == sizeof(template_argument));
static_assert(sizeof(bool_argument) == sizeof(template_argument));
static_assert(sizeof(enumerator_argument) == sizeof(template_argument));
static_assert(sizeof(type_argument) == sizeof(template_argument));

}  // namespace warpmark
