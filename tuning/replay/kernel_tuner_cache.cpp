#include "tuning/replay/kernel_tuner_cache.hpp"

#include <istream>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_file.hpp"
#include "base/usage_error.hpp"
#include "tuning/replay/kernel_tuner_text.hpp"
#include "tuning/replay/recorded_time.hpp"
#include "tuning/replay/value_text.hpp"

namespace warpmark::tuning {
namespace {

using nlohmann::ordered_json;

// "4096x4096"; text that Kernel Tuner would evaluate is unchanged.
std::string size_of(const ordered_json& header) {
  if (!header.contains("problem_size")) return "unknown";
  const ordered_json& size = header["problem_size"];
  if (!size.is_array()) return value_text(size);
  std::string text;
  for (const auto& item : size)
    text += fmt::format("{}{}", text.empty() ? "" : "x", value_text(item));
  return text;
}

// Kernel Tuner's time for an entry without its own overhead; in ms.
double cost_ms(const ordered_json& entry) {
  double sum = 0;
  for (const auto* part : {"compile_time", "verification_time", "benchmark_time"})
    if (entry.contains(part) && entry[part].is_number() && entry[part].get<double>() > 0)
      sum += entry[part].get<double>();
  return sum;
}

// The keys that apply to all entries.
class cache_terms {
 public:
  cache_terms(const ordered_json& header, const std::string& path) {
    if (!header.contains("tune_params_keys") || !header["tune_params_keys"].is_array())
      throw usage_error(fmt::format(
          "{}: not a Kernel Tuner cache: it has no 'tune_params_keys' and 'cache'", path));
    for (const auto& tune_params_key : header["tune_params_keys"]) {
      names_.push_back(value_text(tune_params_key));
      if (!seen_names_.insert(names_.back()).second)
        throw usage_error(fmt::format("{}: tune_params_keys has '{}' twice", path, names_.back()));
    }
    if (header.contains("objective")) objective_ = value_text(header["objective"]);
    if (header.contains("tune_params")) take_values(header["tune_params"]);
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::string& objective() const { return objective_; }

  record_entry entry_of(const ordered_json& entry,
                        const std::function<std::string()>& where) const {
    if (!entry.is_object()) throw usage_error(fmt::format("{} is not an object", where()));
    record_entry result{.result = outcome_of(entry, where)};
    for (const auto& name : names_) {
      if (!entry.contains(name)) throw usage_error(fmt::format("{} has no '{}'", where(), name));
      result.values.push_back(value_text(entry[name]));
      const auto values = values_.find(name);
      if (values != values_.end() && !values->second.contains(result.values.back()))
        throw usage_error(fmt::format("{}: '{}' is {}, which is none of its tune_params", where(),
                                      name, entry[name].dump()));
    }
    return result;
  }

 private:
  // Names that it lacks have no known values.
  void take_values(const ordered_json& tune_params) {
    if (!tune_params.is_object()) return;
    for (const auto& [name, values] : tune_params.items())
      for (const auto& value : values) values_[name].insert(value_text(value));
  }

  // In a failed entry the objective is the name of an error, or not a number; its other keys are
  // ignored.
  outcome outcome_of(const ordered_json& entry, const std::function<std::string()>& where) const {
    outcome result{.cost_s = cost_ms(entry) / 1000};
    for (const auto& name : {objective_, std::string("time")}) {
      if (!entry.contains(name))
        throw usage_error(fmt::format("{} has no '{}'{}", where(), name,
                                      name == objective_ ? ", the objective of the cache" : ""));
      const ordered_json& value = entry[name];
      if (value.is_string()) result.reason = value.get<std::string>();
      if (value.is_null()) result.reason = fmt::format("'{}' is not a number", name);
      if (!result.reason.empty()) return result;
    }
    result.time =
        recorded_time(entry["time"], ns_per_ms, [&] { return fmt::format("{}: 'time'", where()); });
    return result;
  }

  std::vector<std::string> names_;
  std::unordered_set<std::string> seen_names_;
  std::unordered_map<std::string, std::unordered_set<std::string>> values_;
  std::string objective_ = "time";
};

// Processes entries as they are parsed, so that the cache is never entirely in memory.
class cache_parser {
 public:
  explicit cache_parser(const std::filesystem::path& path) : path_(path.string()), file_(path) {}

  void parse() {
    kernel_tuner_text text(file_);
    std::istream stream(&text);
    const ordered_json rest = ordered_json::parse(
        stream,
        [this](int depth, ordered_json::parse_event_t event, ordered_json& parsed) {
          return keep(static_cast<std::size_t>(depth), event, parsed);
        },
        false);
    if (rest.is_discarded() && !is_object_)
      throw usage_error(fmt::format("{}: not valid JSON; expected a Kernel Tuner cache", path_));
    if (rest.is_discarded())
      throw usage_error(fmt::format("{}: not valid JSON, or cut off within an entry", path_));
    if (!rest.is_object() || !has_cache_) throw_no_cache();
    if (!terms_) terms_.emplace(header_, path_);
    for (const auto& [name, entry] : early_) add(name, entry);
  }

  ordered_json header_ = ordered_json::object();
  std::optional<cache_terms> terms_;
  std::vector<record_entry> entries_;

 private:
  [[noreturn]] void throw_no_cache() const {
    throw usage_error(fmt::format(
        "{}: not a Kernel Tuner cache: it has no 'tune_params_keys' and 'cache'", path_));
  }

  // Whether the parser keeps the value it has just parsed. Depth 1 is that of the file's own keys,
  // 2 that of entries.
  bool keep(std::size_t depth, ordered_json::parse_event_t event, ordered_json& parsed) {
    using parsed_event = ordered_json::parse_event_t;
    if (depth > static_cast<std::size_t>(input::max_json_depth))
      throw usage_error(
          fmt::format("{}: more than {} nested arrays and objects", path_, input::max_json_depth));
    is_object_ = is_object_ || (depth == 0 && event == parsed_event::object_start);
    if (event == parsed_event::key) return take_key(depth, parsed.get<std::string>());
    if (event == parsed_event::object_start && keys_.size() > depth + 1) keys_[depth + 1].clear();
    if (event == parsed_event::object_start && depth == 1 && last_key_.size() > 1 &&
        last_key_[1] == "cache")
      in_cache_ = true;
    if (event == parsed_event::object_start || event == parsed_event::array_start || depth == 0 ||
        depth > 2)
      return true;
    if (depth == 1 && last_key_.size() > 1) {
      if (!in_cache_) header_[last_key_[1]] = parsed;
      has_cache_ = has_cache_ || in_cache_;
      return !std::exchange(in_cache_, false);
    }
    if (depth == 2 && in_cache_) {
      take_entry(last_key_[2], parsed);
      return false;
    }
    return true;
  }

  // Single samples are most of a cache and not needed here.
  bool take_key(std::size_t depth, const std::string& name) {
    if (keys_.size() <= depth) keys_.resize(depth + 1);
    if (last_key_.size() <= depth) last_key_.resize(depth + 1);
    last_key_[depth] = name;
    if (!keys_[depth].insert(name).second)
      throw usage_error(fmt::format("{}: {}'{}' is duplicated", path_, place(depth), name));
    return name != "times";
  }

  std::string place(std::size_t depth) const {
    if (!in_cache_) return "";
    return depth == 2 ? "entry " : depth > 2 ? fmt::format("entry '{}': ", last_key_[2]) : "";
  }

  void take_entry(const std::string& name, const ordered_json& entry) {
    const auto is_known = [this](const char* key) { return header_.contains(key); };
    if (!terms_ && is_known("tune_params_keys") && is_known("tune_params") && is_known("objective"))
      terms_.emplace(header_, path_);
    if (terms_)
      add(name, entry);
    else
      early_.emplace_back(name, entry);  // The keys needed to interpret it come after it.
  }

  void add(const std::string& name, const ordered_json& entry) {
    const auto where = [&] { return fmt::format("{}: entry '{}'", path_, name); };
    entries_.push_back(terms_->entry_of(entry, where));
    std::string config;
    for (const auto& value : entries_.back().values) config += value + '\0';
    const auto [other, is_new] = configs_.emplace(std::move(config), name);
    if (!is_new)
      throw usage_error(
          fmt::format("{} has the same config as entry '{}'", where(), other->second));
  }

  std::string path_;
  input::input_file file_;
  std::vector<std::pair<std::string, ordered_json>> early_;
  std::unordered_map<std::string, std::string> configs_;  ///< Entry names by config.
  std::vector<std::unordered_set<std::string>> keys_;     ///< Keys of the open objects.
  std::vector<std::string> last_key_;                     ///< At each depth.
  bool is_object_ = false, in_cache_ = false, has_cache_ = false;
};

}  // namespace

recorded_space read_kernel_tuner_cache(const std::filesystem::path& path) {
  cache_parser cache(path);
  cache.parse();
  const auto text_or = [&](const char* key, const char* otherwise) {
    return cache.header_.contains(key) ? value_text(cache.header_[key]) : std::string(otherwise);
  };
  auto result = record({.family = "kernel_tuner",
                        .variant = text_or("kernel_name", "a kernel"),
                        .problem = {{"size", size_of(cache.header_)}},
                        .device = text_or("device_name", "a device")},
                       "ms", cache.terms_->names(), cache.entries_);
  if (const auto& objective = cache.terms_->objective(); objective != "time")
    result.note =
        fmt::format("{}: its objective is '{}'; its times are used", path.string(), objective);
  return result;
}

}  // namespace warpmark::tuning
