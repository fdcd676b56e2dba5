#include "ci/gate/timing/round_wire.hpp"

#include <stdexcept>

namespace warpmark::gate {
namespace {

using nlohmann::json;

// Absent values are null.
template <class T>
json optional_json(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

template <class T>
std::optional<T> optional_from(const json& from) {
  if (from.is_null()) return std::nullopt;
  return from.get<T>();
}

json arm_json(const arm& side) {
  return {{"time_ns", side.time_ns},
          {"clock_hz", optional_json(side.clock_hz)},
          {"power_w", optional_json(side.power_w)},
          {"temperature_c", optional_json(side.temperature_c)},
          {"throttle", side.throttle},
          {"samples", side.samples},
          {"samples_ns", side.samples_ns}};
}

arm arm_from(const json& from) {
  return {.time_ns = from.at("time_ns").get<double>(),
          .clock_hz = optional_from<double>(from.at("clock_hz")),
          .power_w = optional_from<double>(from.at("power_w")),
          .temperature_c = optional_from<double>(from.at("temperature_c")),
          .throttle = from.at("throttle").get<std::uint64_t>(),
          .samples = from.at("samples").get<std::size_t>(),
          .samples_ns = from.at("samples_ns").get<std::vector<double>>()};
}

json item_json(const round_item& item) {
  return {{"key", item.key},
          {"calibrator", optional_json(item.calibrator)},
          {"slowdown", item.slowdown},
          {"planted_steps", item.planted_steps},
          {"base_first", item.base_first}};
}

round_item item_from(const json& from) {
  return {.key = from.at("key").get<std::string>(),
          .calibrator = optional_from<std::size_t>(from.at("calibrator")),
          .slowdown = from.at("slowdown").get<double>(),
          .planted_steps = from.at("planted_steps").get<std::uint64_t>(),
          .base_first = from.at("base_first").get<bool>()};
}

json settings_json(const std::vector<axis_setting>& settings) {
  json pairs = json::array();
  for (const auto& each : settings) pairs.push_back({each.name, each.expression});
  return pairs;
}

std::vector<axis_setting> settings_from(const json& from) {
  std::vector<axis_setting> settings;
  for (const auto& each : from)
    settings.push_back({each.at(0).get<std::string>(), each.at(1).get<std::string>()});
  return settings;
}

json tree_json(const side_tree& tree) {
  return {{"root", tree.root.string()},
          {"prefix", tree.prefix.string()},
          {"overlay", tree.overlay.string()}};
}

side_tree tree_from(const json& from) {
  return {.record = {.name = from.at("root").get<std::string>()},
          .root = from.at("root").get<std::string>(),
          .prefix = from.at("prefix").get<std::string>(),
          .overlay = from.at("overlay").get<std::string>()};
}

json sides_json(const round_sides& sides) {
  return {{"base", tree_json(sides.base)},
          {"head", tree_json(sides.head)},
          {"kernels_files", sides.kernels_files},
          {"patterns", sides.selection.patterns},
          {"problem", settings_json(sides.selection.problem)},
          {"config", settings_json(sides.selection.config)},
          {"backend", sides.selection.backend}};
}

gate_limits limits_from(const json& order) {
  gate_limits limits;
  limits.compile_s = optional_from<double>(order.at("compile_s"));
  order.at("compile_memory_bytes").get_to(limits.compile_memory_bytes);
  order.at("execution_s").get_to(limits.execution_s);
  order.at("max_card_time_ratio").get_to(limits.max_card_time_ratio);
  order.at("min_card_s").get_to(limits.min_card_s);
  return limits;
}

round_sides sides_from(const json& from) {
  return {.base = tree_from(from.at("base")),
          .head = tree_from(from.at("head")),
          .kernels_files = from.at("kernels_files").get<std::vector<std::string>>(),
          .selection = {.patterns = from.at("patterns").get<std::vector<std::string>>(),
                        .problem = settings_from(from.at("problem")),
                        .config = settings_from(from.at("config")),
                        .backend = from.at("backend").get<std::string>()}};
}

}  // namespace

json to_wire(const round_order& order) {
  json items = json::array();
  for (const auto& each : order.items) items.push_back(item_json(each));
  return {{"device_ordinal", order.device_ordinal},
          {"cache_folder", order.cache_folder},
          {"seed", order.seed},
          {"state", static_cast<int>(order.state)},
          {"order", static_cast<int>(order.order)},
          {"pairs", order.pairs},
          {"max_seconds", order.max_seconds},
          {"until_steady", order.until_steady},
          {"compile_s", optional_json(order.limits.compile_s)},
          {"compile_memory_bytes", order.limits.compile_memory_bytes},
          {"execution_s", order.limits.execution_s},
          {"max_card_time_ratio", order.limits.max_card_time_ratio},
          {"min_card_s", order.limits.min_card_s},
          {"heat_s", order.heat_s},
          {"measure_ceilings", order.measure_ceilings},
          {"sides", sides_json(order.sides)},
          {"items", std::move(items)}};
}

round_order round_order_from_wire(const json& from) {
  round_order order{.device_ordinal = from.at("device_ordinal").get<int>(),
                    .cache_folder = from.at("cache_folder").get<std::string>(),
                    .seed = from.at("seed").get<std::uint64_t>(),
                    .state = static_cast<cache_state>(from.at("state").get<int>()),
                    .order = static_cast<sampling::pair_order>(from.at("order").get<int>()),
                    .pairs = from.at("pairs").get<std::size_t>(),
                    .max_seconds = from.at("max_seconds").get<double>(),
                    .until_steady = from.at("until_steady").get<bool>(),
                    .limits = limits_from(from),
                    .heat_s = from.at("heat_s").get<double>(),
                    .measure_ceilings = from.at("measure_ceilings").get<bool>(),
                    .sides = sides_from(from.at("sides"))};
  for (const auto& each : from.at("items")) order.items.push_back(item_from(each));
  return order;
}

json to_wire(const round_pair& pair) {
  return {{"base", arm_json(pair.base)},
          {"head", arm_json(pair.head)},
          {"base_first", pair.base_first},
          {"discarded", pair.discarded},
          {"permanent", pair.permanent}};
}

round_pair round_pair_from_wire(const json& from) {
  round_pair pair;
  pair.base = arm_from(from.at("base"));
  pair.head = arm_from(from.at("head"));
  pair.base_first = from.at("base_first").get<bool>();
  pair.discarded = from.at("discarded").get<std::string>();
  pair.permanent = from.at("permanent").get<bool>();
  return pair;
}

}  // namespace warpmark::gate
