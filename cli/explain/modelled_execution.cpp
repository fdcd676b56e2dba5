#include "cli/explain/modelled_execution.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "bench/backends/simt_backend.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/core/pending_point.hpp"
#include "bench/core/point_measurer.hpp"
#include "cli/compile_limit_options.hpp"
#include "simt/model/time_savings.hpp"

namespace warpmark {
namespace {

// Of the last launch, where a constant is varied: see launch_sample.hpp.
constexpr std::size_t sampled_blocks = 16;

void add_bases(std::vector<axis_setting>& settings, const std::vector<axis>& axes) {
  for (const axis& along : axes)
    if (std::none_of(settings.begin(), settings.end(),
                     [&](const axis_setting& setting) { return setting.name == along.name; }))
      settings.push_back({along.name, to_text(along.base)});
}

class varied_execution {
 public:
  varied_execution(const point& point, const std::shared_ptr<const model::card_file>& card)
      : card_(card),
        compile_(compiled_apart(embedded_compiler_options(), compile_limit_options().limits())),
        pending_(begin_point(point, "simt", interpreted_limits(*card), compile_)) {}

  measurement measure(const std::shared_ptr<const model::card_file>& card, std::size_t blocks = 0) {
    simt_backend machine(as_card(card, {.printed = nullptr}));
    point_measurer measurer(machine,
                            {.options = {.sampled_blocks = blocks},
                             .on_phase = [&machine](const char*) { machine.begin_point(); }});
    return measurer.measure(pending_);
  }

  /// With one constant a tenth better; nothing if that fails.
  std::optional<double> sampled_ns(const model::card_file& card) {
    const auto seen = measure(std::make_shared<const model::card_file>(card), sampled_blocks).seen;
    if (!seen.modelled) return std::nullopt;
    return seen.modelled->ns;
  }

  const model::card_file& card() const { return *card_; }

 private:
  std::shared_ptr<const model::card_file> card_;
  compiler::kernel_compiler compile_;
  pending_point pending_;
};

bool issues(const model::execution_work& work, model::unit on) {
  return std::any_of(work.begin(), work.end(), [on](const model::execution_step& step) {
    return step.launch && step.launch->block.issued[static_cast<std::size_t>(on)] != 0;
  });
}

// Whether an execution without such instructions can depend on the constant.
bool may_matter(std::string_view key, const model::execution_work& work) {
  using model::unit;
  for (const auto& [name, on] : {std::pair{"float32_", unit::float32},
                                 {"logic_", unit::logic},
                                 {"float64_", unit::float64},
                                 {"conversion_", unit::conversion},
                                 {"special_", unit::special},
                                 {"shuffle_", unit::shuffle},
                                 {"match_", unit::match}})
    if (key.starts_with(name)) return issues(work, on);
  return true;
}

bool path_matters(const model::modelled_time& time) {
  return time.savings.contains("latency") || time.savings.contains("waiting") ||
         time.savings.contains("drain");
}

std::vector<constant_saving> savings_of_constants(varied_execution& execution,
                                                  const model::modelled_time& time) {
  std::vector<constant_saving> found;
  const model::card_file& card = execution.card();
  std::optional<double> sampled;
  for (const auto& field : model::constant_fields()) {
    if (model::unit_of(field.key) == model::constant_unit::size ||
        !may_matter(field.key, time.work))
      continue;
    const model::card_file better = model::with_better_constant(card, field.key);
    double saving = 1 - model::time_of(better, time.work).ns / time.ns;
    if (model::is_followed(field.key) && path_matters(time)) {
      if (!sampled) sampled = execution.sampled_ns(card);
      if (const auto ns = sampled ? execution.sampled_ns(better) : std::nullopt)
        saving = 1 - *ns / *sampled;
    }
    found.push_back(
        {std::string(field.key), card.constants.*field.member, card.kind_of(field.key), saving});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.saving > b.saving; });
  return found;
}

}  // namespace

point point_to_explain(const registry& registry, selection selection, const variant& variant,
                       const model::card_file& card) {
  selection.backend = "simt";
  add_bases(selection.problem, variant.problem_axes());
  add_bases(selection.config, variant.axes);
  constexpr std::uint64_t enough = 2;
  std::vector<point> points;
  try {
    points = make_sweep(registry, selection, interpreted_limits(card), enough - 1).points;
  } catch (const too_many_points&) {
  }
  if (points.size() != 1)
    throw usage_error(
        fmt::format("explain {}: -p and -c name several points; expected one value of each axis",
                    variant.path()));
  return points.front();
}

modelled_execution model_execution(const point& point,
                                   const std::shared_ptr<const model::card_file>& card) {
  varied_execution execution(point, card);
  const measurement base = execution.measure(card);
  if (base.status != point_status::ok)
    throw no_modelled_time(fmt::format("{}: {}: {}", point.key(), name(base.status), base.reason));
  if (!base.seen.modelled)
    throw no_modelled_time(fmt::format(
        "{}: the model does not cover this execution (device-side launches, or native code)",
        point.key()));
  modelled_execution result{
      .point = point, .time = *base.seen.modelled, .launches = base.launches, .constants = {}};
  if (result.time.work.size() <= model::max_kept_steps)
    result.constants = savings_of_constants(execution, result.time);
  return result;
}

}  // namespace warpmark
