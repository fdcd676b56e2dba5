#include "ci/gate/settings/settings_file.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "ci/gate/settings/failing_verdicts.hpp"
#include "ci/gate/settings/number_text.hpp"
#include "ci/gate/settings/timing_keys.hpp"
#include "ci/gate/settings/toml_file.hpp"
#include "ci/gate/text_file.hpp"

namespace warpmark::gate {
namespace {

using inspect::all_keys;
using inspect::toml_reader;

class settings_reader {
 public:
  settings_reader(toml_reader& top, gate_settings base, const std::vector<std::string>& quantities)
      : top_(top), result_(std::move(base)), quantities_(quantities) {}

  gate_settings read() {
    read_fail_on();
    read_informative();
    read_static();
    read_judged();
    read_timing();
    top_.each_table("point", all_keys({{"match", "tolerances"}, timing_names(true)}),
                    [this](toml_reader& from) { read_point(from); });
    return std::move(result_);
  }

 private:
  void read_fail_on() {
    if (top_.node("fail_on") == nullptr) return;
    result_.fail_on.clear();
    inspect::in_place(top_.where("fail_on") + ": fail_on", [this] {
      for (const auto& text : top_.texts("fail_on")) result_.fail_on.insert(failing_verdict(text));
    });
  }

  void read_informative() {
    for (const auto& text : top_.texts("informative")) {
      require_quantity(top_, "informative", text);
      result_.informative.insert(text);
      result_.tolerances.erase(text);
    }
  }

  void read_static() {
    const auto* table = top_.table("static");
    if (table == nullptr) return;
    toml_reader from(*table, top_.file(), "[static]", {"architectures"});
    if (from.node("architectures") != nullptr) {
      result_.architectures = from.texts("architectures");
      if (result_.architectures.empty())
        from.refuse("architectures", "empty; expected one or more, e.g. [\"sm_90\"]");
      for (const auto& architecture : result_.architectures)
        require_architecture(from, architecture);
    }
    from.finish();
  }

  static void require_architecture(const toml_reader& from, const std::string& name) {
    const std::string digits = name.starts_with("sm_") ? name.substr(3) : "";
    const auto last = digits.find_first_not_of("0123456789");
    const bool right =
        last != 0 && !digits.empty() &&
        (last == std::string::npos || digits.substr(last) == "a" || digits.substr(last) == "f");
    if (!right) from.refuse("architectures", fmt::format("'{}': expected e.g. \"sm_90\"", name));
  }

  // A quantity is judged or informative, by the file that was read last; not both in one file.
  void read_judged() {
    std::map<std::string, tolerance> read;
    read_tolerances(top_, "tolerances", read);
    const auto informative = top_.texts("informative");
    for (const auto& [quantity, allowed] : read) {
      if (std::find(informative.begin(), informative.end(), quantity) != informative.end())
        top_.refuse("informative", fmt::format("'{}' has a tolerance too", quantity));
      result_.informative.erase(quantity);
      result_.tolerances[quantity] = allowed;
    }
  }

  void require_quantity(const toml_reader& from, const char* key, const std::string& name) const {
    const bool known = std::find(quantities_.begin(), quantities_.end(), name) != quantities_.end();
    if (!quantities_.empty() && !known)
      from.refuse(key,
                  fmt::format("unknown quantity '{}'{}", name, did_you_mean(name, quantities_)));
  }

  void read_tolerances(toml_reader& from, const char* key,
                       std::map<std::string, tolerance>& tolerances) const {
    const auto* table = from.table(key);
    if (table == nullptr) return;
    toml_reader all(*table, top_.file(), fmt::format("[{}]", key));
    for (const auto& [name, value] : all.in_order()) {
      require_quantity(all, name.c_str(), name);
      tolerances[name] = read_tolerance(all, name.c_str(), *value);
    }
  }

  static tolerance read_tolerance(const toml_reader& from, const char* key,
                                  const toml::node& value) {
    tolerance result;
    if (value.is_table()) {
      toml_reader both(*value.as_table(), from.file(), fmt::format("[tolerances] {}", key),
                       {"relative", "absolute"});
      if (both.node("relative") != nullptr) result.relative = fraction(both, "relative");
      if (const auto absolute = both.real("absolute")) result.absolute = *absolute;
      both.finish();
    } else if (value.is_string()) {
      const auto relative = parse_percentage(value.ref<std::string>());
      if (!relative) from.refuse(key, fmt::format("'{}': {}", value.ref<std::string>(), right));
      result.relative = *relative;
    } else if (value.is_number()) {
      result.absolute = value.value<double>().value_or(0);
    } else {
      from.refuse(key, right);
    }
    const auto fits = [](double item) { return item >= 0 && std::isfinite(item); };
    if (!fits(result.relative) || !fits(result.absolute)) from.refuse(key, right);
    return result;
  }

  // A number or a percentage.
  static double fraction(toml_reader& from, const char* key) {
    const toml::node* found = from.node(key);
    if (!found->is_string()) return *from.real(key);
    const auto value = parse_percentage(found->ref<std::string>());
    if (!value)
      from.refuse(key,
                  fmt::format("'{}': expected e.g. \"5 %\" or 0.05", found->ref<std::string>()));
    return *value;
  }

  static double read_timing_value(toml_reader& from, const timing_key& key) {
    const double value = key.is_relative ? fraction(from, key.name) : *from.real(key.name);
    const bool whole = std::holds_alternative<std::size_t timing_settings::*>(key.field);
    if (!(value >= key.min_value && value <= key.max_value) ||
        (whole && value != std::floor(value)))
      from.refuse(key.name, fmt::format("{}: expected {}", value, allowed_text(key)));
    return value;
  }

  // All of them, or those allowed per point.
  static inspect::key_list timing_names(bool of_points) {
    inspect::key_list names;
    for (const auto& key : all_timing_keys())
      if (key.is_of_points || !of_points) names.emplace_back(key.name);
    return names;
  }

  void read_timing() {
    const auto* table = top_.table("timing");
    if (table == nullptr) return;
    toml_reader from(*table, top_.file(), "[timing]", timing_names(false));
    for (const auto& key : all_timing_keys())
      if (from.node(key.name) != nullptr)
        set_value(result_.timing, key, read_timing_value(from, key));
    from.finish();
  }

  void read_point(toml_reader& from) {
    point_override made{.match = from.needed_text("match")};
    if (made.match.empty()) from.refuse("match", "empty; expected e.g. \"reduce/*\"");
    read_tolerances(from, "tolerances", made.tolerances);
    for (const auto& key : all_timing_keys())
      if (key.is_of_points && from.node(key.name) != nullptr)
        made.timing[key.name] = read_timing_value(from, key);
    if (made.tolerances.empty() && made.timing.empty())
      from.refuse(
          "nothing but 'match'; expected tolerances, min_effect, floor_ns or "
          "pass_margin");
    result_.overrides.push_back(std::move(made));
  }

  static constexpr const char* right =
      "expected \"5 %\", a number of at least 0, or { relative = \"5 %\", absolute = 16 }";

  toml_reader& top_;
  gate_settings result_;
  const std::vector<std::string>& quantities_;
};

}  // namespace

gate_settings parse_settings(const std::string& text, const std::string& file, gate_settings base,
                             const std::vector<std::string>& quantities) {
  gate_settings result;
  const inspect::key_list known = {"fail_on",    "informative", "static",
                                   "tolerances", "timing",      "point"};
  read_toml(text, file, known, [&](toml_reader& top) {
    result = settings_reader(top, std::move(base), quantities).read();
  });
  return result;
}

gate_settings read_settings(const std::filesystem::path& path, gate_settings base,
                            const std::vector<std::string>& quantities) {
  return parse_settings(text_of_file(path), path.string(), std::move(base), quantities);
}

}  // namespace warpmark::gate
