#include "bench/kernels_file/task_table.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "variants/contract/axis_expression.hpp"

namespace warpmark::kernels_file {
namespace {

using inspect::toml_reader;

constexpr std::size_t max_problems = 64;

// The ends of "1000..2^20"; empty for another text.
std::optional<std::pair<std::int64_t, std::int64_t>> range_of(const axis& along,
                                                              const std::string& text) {
  const auto dots = text.find("..");
  if (!along.is_integer() || dots == std::string::npos) return std::nullopt;
  const auto end = [&](const std::string& part) {
    const auto values = parse_axis_expression(along, part);
    if (values.size() != 1) throw usage_error(fmt::format("'{}'; expected a number", part));
    return std::get<std::int64_t>(values.front());
  };
  const std::pair range{end(text.substr(0, dots)), end(text.substr(dots + 2))};
  if (range.first > range.second)
    throw usage_error(fmt::format("'{}'; expected the lower end first", text));
  return range;
}

parameter_value value_of(const axis& along, const std::string& text) {
  const auto values = parse_axis_expression(along, text);
  if (values.size() != 1)
    throw usage_error(
        fmt::format("'{}': {} values; expected one, or a range", text, values.size()));
  return values.front();
}

void require_admitted(const axis& along, const parameter_value& value) {
  if (const auto error = along.value_error(value); !error.empty())
    throw usage_error(fmt::format("{}; expected {}", to_text(value), error));
}

problem_choice read_choice(const toml_reader& from, const toml::table& table, const char* key,
                           const std::vector<axis>& axes) {
  problem_choice choice{.where = from.where(key), .values = {}};
  std::vector<std::string> names;
  for (const auto& along : axes) names.push_back(along.name);
  for (const auto& [name_key, node] : table) {
    const std::string name(name_key.str());
    const auto found = std::find_if(axes.begin(), axes.end(),
                                    [&](const axis& along) { return along.name == name; });
    if (found == axes.end())
      from.refuse(key, fmt::format("no problem axis '{}'{}", name, did_you_mean(name, names)));
    std::string text;
    if (const auto number = node.value<std::int64_t>(); number && node.is_integer())
      text = std::to_string(*number);
    else if (node.is_string())
      text = *node.value<std::string>();
    else
      from.refuse(key,
                  fmt::format("{}: expected a number, a text or a range \"1000..2^20\"", name));
    inspect::in_place(fmt::format("{}: {}: {}", from.where(key), key, name), [&] {
      if (const auto range = range_of(*found, text)) {
        require_admitted(*found, range->first);
        require_admitted(*found, range->second);
      } else {
        require_admitted(*found, value_of(*found, text));
      }
    });
    choice.values.emplace_back(name, text);
  }
  return choice;
}

std::vector<problem_choice> read_choices(toml_reader& from, const char* key,
                                         const std::vector<axis>& axes) {
  std::vector<problem_choice> result;
  const toml::node* node = from.node(key);
  if (node == nullptr) return result;
  if (!node->is_array())
    from.refuse(key, "expected a list of problems, [{ n = \"2^20\" }, { n = \"1..2^16\" }]");
  for (const auto& item : *node->as_array()) {
    if (!item.is_table()) from.refuse(key, "expected problems, { n = \"2^20\" }");
    result.push_back(read_choice(from, *item.as_table(), key, axes));
  }
  if (result.size() > max_problems)
    from.refuse(key, fmt::format("{} problems; expected at most {}", result.size(), max_problems));
  return result;
}

}  // namespace

const inspect::key_list& task_keys() {
  static const inspect::key_list keys = {"title",       "baseline", "public", "hidden",
                                         "interpreted", "launch",   "plugins"};
  return keys;
}

task_description read_task_table(toml_reader& from, const std::vector<axis>& axes) {
  task_description task{.title = from.text("title").value_or(""),
                        .baseline = from.text("baseline").value_or(""),
                        .shown = read_choices(from, "public", axes),
                        .hidden = read_choices(from, "hidden", axes),
                        .interpreted = read_choices(from, "interpreted", axes),
                        .takes_plugins = from.flag("plugins").value_or(false)};
  if (task.shown.empty())
    from.refuse("public", "no problem; expected those that a solution is timed on");
  return task;
}

problem drawn_problem(const problem_choice& choice, const std::vector<axis>& axes,
                      const std::function<std::uint64_t(std::uint64_t)>& draw) {
  problem result;
  for (const auto& along : axes) {
    const auto found = std::find_if(choice.values.begin(), choice.values.end(),
                                    [&](const auto& value) { return value.first == along.name; });
    if (found == choice.values.end()) {
      result.set(along.name, along.base);
    } else if (const auto range = range_of(along, found->second)) {
      const auto count = static_cast<std::uint64_t>(range->second - range->first) + 1;
      result.set(along.name, range->first + static_cast<std::int64_t>(draw(count)));
    } else {
      result.set(along.name, value_of(along, found->second));
    }
  }
  return result;
}

}  // namespace warpmark::kernels_file
