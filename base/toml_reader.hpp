#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <toml++/toml.h>
#include <utility>
#include <vector>

namespace warpmark::inspect {

/// The keys that a table may have.
using key_list = std::vector<std::string>;

/// One table of a TOML file, read key by key; unread keys are errors.
class toml_reader {
 public:
  /// A table whose keys are names defined by the file. `file` and `where` are the table's place in
  /// errors: "launch.toml:12: [[launch]] 2"; `where` may be empty.
  toml_reader(const toml::table& table, std::string file, std::string where);

  /// A table with only keys of `known`. Throws usage_error for any other at once, so that a
  /// misspelt key is reported before a missing one.
  toml_reader(const toml::table& table, std::string file, std::string where, key_list known);

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
  /// The subtables with their keys, in file order, except those that are read by name.
  std::vector<std::pair<std::string, const toml::node*>> in_order() const;
  /// Calls `visit` for each table of an array of tables with the keys `known`.
  void each_table(const char* key, const key_list& known,
                  const std::function<void(toml_reader&)>& visit);

  /// As text(), but the key is required.
  std::string needed_text(const char* key);

  /// Throws for keys that were not read: those without use next to the others.
  void finish() const;

  /// "launch.toml:12: [[launch]] 2", with the line of the key, or of the table without one.
  std::string where(const char* key = nullptr) const;
  const std::string& file() const { return file_; }
  [[noreturn]] void refuse(const std::string& why) const;
  [[noreturn]] void refuse(const char* key, const std::string& why) const;

 private:
  const toml::table& table_;
  std::string file_;
  std::string where_;
  key_list known_;  ///< Empty: any key.
  std::vector<std::string> read_keys_;
};

/// The concatenation of the lists.
key_list all_keys(std::initializer_list<key_list> lists);

/// Runs `body` and prefixes its usage errors with the place.
void in_place(const std::string& where, const std::function<void()>& body);

}  // namespace warpmark::inspect
