#include "tuning/strategies/searcher.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {

std::map<std::string, double> settings_of(const strategy& by,
                                          const std::map<std::string, double>& instead) {
  std::map<std::string, double> result;
  std::vector<std::string> names;
  for (const auto& item : by.hyper_parameters) {
    result[item.name] = item.value;
    names.push_back(item.name);
  }
  for (const auto& [name, value] : instead) {
    const auto known = std::find(names.begin(), names.end(), name);
    if (known == names.end())
      throw usage_error(fmt::format("{} has no hyper-parameter '{}'{}", by.name, name,
                                    did_you_mean(name, names)));
    const auto& hyper_parameter =
        by.hyper_parameters[static_cast<std::size_t>(known - names.begin())];
    if (!(value >= hyper_parameter.min && value <= hyper_parameter.max))
      throw usage_error(fmt::format("{}: {}={}: the value must be in {}..{}", by.name, name, value,
                                    hyper_parameter.min, hyper_parameter.max));
    result[name] = value;
  }
  return result;
}

searcher::searcher(const space& over, const strategy& by, const search_options& options)
    : state_(std::make_unique<search_state>(over, options.seed, settings_of(by, options.settings),
                                            options.start, options.expected_times)) {
  if (over.count() == 0) throw tuning_error("the constraints leave no config to search");
  search_ = by.run(*state_);
}

// Resumes the strategy until its next request; draws for one that has ended.
void searcher::go_on() {
  if (state_->asked_configs.all()) return;
  state_->next_configs.clear();
  state_->likely.clear();
  if (!search_.done()) search_.resume();
  if (search_.done() && state_->next_configs.empty())
    state_->next_configs = {state_->asked_configs.draw(state_->random)};
  pending_.assign(state_->next_configs.begin(), state_->next_configs.end());
}

std::vector<config_index> searcher::ask(std::size_t max_count) {
  if (pending_.empty() && outstanding_ == 0) go_on();
  std::vector<config_index> result;
  while (result.size() < max_count && !pending_.empty()) {
    const auto index = pending_.front();
    pending_.pop_front();
    if (!state_->asked_configs.add(index)) continue;  // Reported meanwhile.
    result.push_back(index);
    ++outstanding_;
  }
  // All requested configs were reported meanwhile.
  if (result.empty() && max_count > 0 && outstanding_ == 0 && !state_->asked_configs.all())
    return ask(max_count);
  return result;
}

std::vector<config_index> searcher::likely() {
  if (pending_.empty() && outstanding_ == 0) go_on();
  std::vector<config_index> result;
  for (const auto* from : {&state_->next_configs, &state_->likely})
    for (const auto index : *from)
      if (!state_->asked_configs.contains(index)) result.push_back(index);
  return result;
}

void searcher::tell(config_index index, const outcome& result) {
  if (result.time && !(*result.time > 0 && std::isfinite(*result.time)))
    throw tuning_error(fmt::format("the time of {} is {}; expected a time above zero",
                                   state_->over.text(index), *result.time));
  if (!state_->asked_configs.add(index) && !state_->asked_configs.time_of(index)) --outstanding_;
  state_->asked_configs.learn(index, result.time.value_or(std::numeric_limits<double>::infinity()));
}

}  // namespace warpmark::tuning
