#include "base/toml_reader.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/known_keys.hpp"
#include "base/usage_error.hpp"

namespace warpmark::inspect {

toml_reader::toml_reader(const toml::table& table, std::string file, std::string where)
    : table_(table), file_(std::move(file)), where_(std::move(where)) {}

toml_reader::toml_reader(const toml::table& table, std::string file, std::string where,
                         key_list known)
    : table_(table), file_(std::move(file)), where_(std::move(where)), known_(std::move(known)) {
  for (const auto& [name, value] : in_order())
    require_known_key(name, known_, this->where(name.c_str()));
}

std::string toml_reader::where(const char* key) const {
  const toml::node* found = key == nullptr ? nullptr : table_.get(key);
  const auto line = (found == nullptr ? table_ : *found).source().begin.line;
  const std::string place = line > 0 ? fmt::format("{}:{}", file_, line) : file_;
  return where_.empty() ? place : fmt::format("{}: {}", place, where_);
}

std::vector<std::pair<std::string, const toml::node*>> toml_reader::in_order() const {
  std::vector<std::pair<std::string, const toml::node*>> result;
  for (const auto& [key, value] : table_) result.emplace_back(std::string(key.str()), &value);
  std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
    const auto &left = a.second->source().begin, &right = b.second->source().begin;
    return left.line != right.line ? left.line < right.line : left.column < right.column;
  });
  return result;
}

const toml::node* toml_reader::node(const char* key) {
  if (!known_.empty() && std::find(known_.begin(), known_.end(), key) == known_.end())
    throw std::logic_error(fmt::format("toml_reader: '{}' is read and not among the keys", key));
  read_keys_.emplace_back(key);
  return table_.get(key);
}

std::optional<std::string> toml_reader::text(const char* key) {
  const toml::node* found = node(key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_string()) refuse(key, "expected a string in quotes");
  return found->ref<std::string>();
}

std::optional<std::int64_t> toml_reader::whole(const char* key) {
  const toml::node* found = node(key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_integer()) refuse(key, "expected an integer");
  return found->ref<std::int64_t>();
}

std::optional<double> toml_reader::real(const char* key) {
  const toml::node* found = node(key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_number()) refuse(key, "expected a number");
  return found->value<double>();
}

std::optional<bool> toml_reader::flag(const char* key) {
  const toml::node* found = node(key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_boolean()) refuse(key, "expected true or false");
  return found->ref<bool>();
}

std::optional<std::string> toml_reader::text_or_number(const char* key) {
  const toml::node* found = node(key);
  if (found == nullptr) return std::nullopt;
  if (found->is_string()) return found->ref<std::string>();
  if (found->is_integer()) return fmt::format("{}", found->ref<std::int64_t>());
  if (found->is_floating_point()) return fmt::format("{}", found->ref<double>());
  const toml::array* list = found->as_array();
  if (list == nullptr || list->empty())
    refuse(key, "expected a number, numbers in [ ], or a string");
  std::string joined;
  for (const toml::node& node : *list) {
    if (!node.is_integer()) refuse(key, "expected integers in [ ]");
    joined += fmt::format("{}{}", joined.empty() ? "" : "x", node.ref<std::int64_t>());
  }
  return joined;
}

std::vector<std::string> toml_reader::texts(const char* key) {
  const toml::node* found = node(key);
  if (found == nullptr) return {};
  if (found->is_string()) return {found->ref<std::string>()};
  const toml::array* list = found->as_array();
  if (list == nullptr) refuse(key, "expected strings in [ ]");
  std::vector<std::string> result;
  for (const toml::node& node : *list) {
    if (!node.is_string()) refuse(key, "expected strings in [ ]");
    result.push_back(node.ref<std::string>());
  }
  return result;
}

const toml::table* toml_reader::table(const char* key) {
  const toml::node* found = node(key);
  if (found == nullptr) return nullptr;
  if (!found->is_table()) refuse(key, fmt::format("expected a table [{}]", key));
  return found->as_table();
}

void toml_reader::each_table(const char* key, const key_list& known,
                             const std::function<void(toml_reader&)>& visit) {
  const toml::node* found = node(key);
  if (found == nullptr) return;
  const toml::array* list = found->as_array();
  if (list == nullptr) refuse(key, fmt::format("expected tables [[{}]]", key));
  int number = 0;
  for (const toml::node& node : *list) {
    ++number;
    if (!node.is_table()) refuse(key, fmt::format("expected tables [[{}]]", key));
    toml_reader reader(*node.as_table(), file_,
                       fmt::format("{}{}[[{}]] {}", where_, where_.empty() ? "" : " ", key, number),
                       known);
    visit(reader);
    reader.finish();
  }
}

std::string toml_reader::needed_text(const char* key) {
  auto found = text(key);
  if (!found) refuse(fmt::format("'{}' is missing", key));
  return std::move(*found);
}

void toml_reader::finish() const {
  for (const auto& [key, value] : table_) {
    const std::string name(key.str());
    if (std::find(read_keys_.begin(), read_keys_.end(), name) == read_keys_.end())
      throw usage_error(fmt::format("{}: key '{}' has no use here; expected {}",
                                    where(name.c_str()), name, fmt::join(read_keys_, ", ")));
  }
}

void toml_reader::refuse(const std::string& why) const {
  throw usage_error(fmt::format("{}: {}", where(), why));
}

void toml_reader::refuse(const char* key, const std::string& why) const {
  throw usage_error(fmt::format("{}: {}: {}", where(key), key, why));
}

key_list all_keys(std::initializer_list<key_list> lists) {
  key_list result;
  for (const auto& list : lists) result.insert(result.end(), list.begin(), list.end());
  return result;
}

void in_place(const std::string& where, const std::function<void()>& body) {
  try {
    body();
  } catch (const usage_error& error) {
    throw usage_error(fmt::format("{}: {}", where, error.what()));
  }
}

}  // namespace warpmark::inspect
