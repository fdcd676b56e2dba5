#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <toml++/toml.h>
#include <vector>

namespace warpmark::inspect {

/// One table of a TOML file, read key by key; keys that nobody asked for are errors.
class toml_reader {
 public:
  /// `where` names the table in errors: "launch.toml: [[launch]] 2".
  toml_reader(const toml::table& table, std::string where);

  std::optional<std::string> text(const char* key);
  std::optional<std::int64_t> whole(const char* key);
  std::optional<double> real(const char* key);
  std::optional<bool> flag(const char* key);
  /// A string, a number, or an array of numbers joined by 'x': extents.
  std::optional<std::string> text_or_number(const char* key);
  /// An array of strings, or one string.
  std::vector<std::string> texts(const char* key);
  const toml::node* node(const char* key);
  const toml::table* table(const char* key);
  /// Calls `visit` for each table of an array of tables.
  void each_table(const char* key, const std::function<void(toml_reader&)>& visit);

  /// As text(), but the key must be there.
  std::string needed_text(const char* key);

  /// Throws for keys that were not asked for.
  void finish() const;

  const std::string& where() const { return where_; }
  [[noreturn]] void refuse(const std::string& why) const;
  [[noreturn]] void refuse(const char* key, const std::string& why) const;

 private:
  const toml::table& table_;
  std::string where_;
  std::vector<std::string> asked_;
};

/// Runs `body`, naming the place in front of its usage errors.
void in_place(const std::string& where, const std::function<void()>& body);

}  // namespace warpmark::inspect
