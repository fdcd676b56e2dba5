#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark::simt {

/// Names of one function body by `{}` scope: inline assembly redeclares registers and labels in
/// scopes of its own. Labels are resolved after the complete body has been read.
class name_scopes {
 public:
  name_scopes() { scopes_.push_back({}); }

  void open();
  void close() { current_ = scopes_[current_].parent; }
  bool outermost() const { return current_ == 0; }
  std::size_t current() const { return current_; }

  /// The registers of a vector: `parts` from `first`.
  struct vector {
    std::uint32_t first, parts;
  };

  void declare_register(std::string_view name, std::uint32_t index, std::uint32_t parts = 1);
  /// `%r<5>` declares %r0 … %r4, which get indices from `first`.
  void declare_registers(std::string_view prefix, std::uint32_t count, std::uint32_t first,
                         std::uint32_t parts = 1);
  void declare_label(std::string_view name, std::uint32_t statement);
  /// The variable's unique name in its function.
  std::string declare_variable(std::string_view name);

  /// Of a part of a vector, too: "v.x".
  std::optional<std::uint32_t> find_register(std::string_view name) const;
  std::optional<vector> find_vector(std::string_view name) const;
  std::optional<std::string> find_variable(std::string_view name) const;
  std::optional<std::uint32_t> find_label(std::string_view name, std::size_t scope) const;

 private:
  struct numbered {
    std::uint32_t first, count, parts;
  };
  struct scope {
    std::size_t parent = 0;
    std::map<std::string, vector, std::less<>> registers;
    std::map<std::string, std::uint32_t, std::less<>> labels;
    std::map<std::string, numbered, std::less<>> ranges;
    std::map<std::string, std::string, std::less<>> variables;
  };
  /// Registers and vectors alike.
  std::optional<vector> find(std::string_view name) const;

  std::vector<scope> scopes_;
  std::size_t current_ = 0;
};

}  // namespace warpmark::simt
