#include "tuning/space/constrained_spaces.hpp"

#include <algorithm>
#include <stdexcept>

#include "tuning/space/launch_rules.hpp"
#include "tuning/space/variant_space.hpp"

namespace warpmark::tuning {
namespace {

parameter_value of_the_wrong_kind(const axis& along) {
  if (along.is_integer()) return std::string("not to be read");
  return std::int64_t{0};
}

// A constraint read an axis that it was not known to read.
struct unknown_reads {
  std::size_t rule;
  std::vector<std::size_t> axes;
};

/// Asks one constraint, whose known reads are all that it is shown.
class constraint_probe {
 public:
  constraint_probe(const variant& of, const problem& asked, const device_limits& limits,
                   const std::vector<space_axis>& axes, std::size_t number,
                   std::vector<std::size_t> reads)
      : of_(&of), asked_(asked), limits_(limits), number_(number), reads_(std::move(reads)) {
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      values_.emplace_back();
      for (const auto& each : axes[axis].values)
        values_.back().push_back(parameter_of(of.axes[axis], each));
      shown_.set(of.axes[axis].name, of_the_wrong_kind(of.axes[axis]));
    }
  }

  bool operator()(std::span<const std::uint32_t> levels) {
    for (const auto axis : reads_) show(shown_, levels, axis);
    try {
      return of_->constraints[number_].holds(asked_, shown_, limits_);
    } catch (const std::exception&) {
      throw unknown_reads{number_, reads_at(levels)};
    }
  }

 private:
  void show(config& to, std::span<const std::uint32_t> levels, std::size_t axis) const {
    to.set(of_->axes[axis].name, values_[axis][levels[axis]]);
  }

  // The axes without which, each alone, the constraint cannot answer. Rethrows what it throws when
  // nothing is kept from it: then the constraint itself is at fault.
  std::vector<std::size_t> reads_at(std::span<const std::uint32_t> levels) const {
    config all;
    for (std::size_t axis = 0; axis < values_.size(); ++axis) show(all, levels, axis);
    of_->constraints[number_].holds(asked_, all, limits_);
    std::vector<std::size_t> found;
    for (std::size_t axis = 0; axis < values_.size(); ++axis) {
      config lacking = all;
      lacking.set(of_->axes[axis].name, of_the_wrong_kind(of_->axes[axis]));
      try {
        of_->constraints[number_].holds(asked_, lacking, limits_);
      } catch (const std::exception&) {
        found.push_back(axis);
      }
    }
    return found;
  }

  const variant* of_;
  problem asked_;
  device_limits limits_;
  std::size_t number_;
  std::vector<std::size_t> reads_;
  std::vector<std::vector<parameter_value>> values_;
  config shown_;
};

space_axis axis_of(const axis& along, const std::vector<parameter_value>& values) {
  space_axis result{.name = along.name};
  for (const auto& each : values) {
    axis_value value{.text = to_text(each)};
    if (const auto* integer = std::get_if<std::int64_t>(&each))
      value.number = static_cast<double>(*integer);
    result.values.push_back(std::move(value));
  }
  put_in_order(result.values);
  const auto again = std::unique(result.values.begin(), result.values.end());
  result.values.erase(again, result.values.end());
  return result;
}

std::vector<space_axis> axes_of(const variant& of,
                                const std::vector<std::vector<parameter_value>>& values) {
  std::vector<space_axis> axes;
  for (std::size_t axis = 0; axis < of.axes.size(); ++axis)
    axes.push_back(axis_of(of.axes[axis], values.empty() ? of.axes[axis].values : values.at(axis)));
  return axes;
}

}  // namespace

// Integers and names stay what they are; axis_value holds their text.
parameter_value parameter_of(const axis& along, const axis_value& value) {
  if (along.is_integer()) return static_cast<std::int64_t>(std::stoll(value.text));
  return value.text;
}

constrained_spaces::constrained_spaces(const variant& of, const problem& asked,
                                       const device_limits& limits,
                                       const std::vector<std::vector<parameter_value>>& values)
    : of_(of),
      asked_(asked),
      limits_(limits),
      axes_(axes_of(of, values)),
      reads_(of.constraints.size()) {}

space constrained_spaces::under(std::size_t constraints, const std::vector<rule>& more) {
  while (true) {
    std::vector<rule> rules;
    for (std::size_t number = 0; number < constraints; ++number)
      rules.push_back({of_.constraints[number].reason, reads_[number],
                       constraint_probe(of_, asked_, limits_, axes_, number, reads_[number])});
    rules.insert(rules.end(), more.begin(), more.end());
    try {
      return space::of_rules(axes_, std::move(rules));
    } catch (const unknown_reads& found) {
      auto& known = reads_[found.rule];
      for (const auto axis : found.axes)
        if (std::find(known.begin(), known.end(), axis) == known.end()) known.push_back(axis);
      std::sort(known.begin(), known.end());
    }
  }
}

std::vector<rule> constrained_spaces::of_launches(const space& allowed) const {
  if (!of_.plan || !of_.missing().empty()) return {};
  return launch_rules(allowed, limits_, [&](config_index index) {
    return of_.plan(asked_, config_at(of_, allowed, index), limits_);
  });
}

}  // namespace warpmark::tuning
