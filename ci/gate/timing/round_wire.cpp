#include "ci/gate/timing/round_wire.hpp"

#include "base/json_fields.hpp"

namespace warpmark {

template <fields_of<axis_setting> Setting, class Visit>
void visit_fields(Setting& setting, Visit&& field) {
  field("name", setting.name);
  field("expression", setting.expression);
}

template <fields_of<selection> Selection, class Visit>
void visit_fields(Selection& selection, Visit&& field) {
  field("patterns", selection.patterns);
  field("problem", selection.problem);
  field("config", selection.config);
  field("backend", selection.backend);
}

}  // namespace warpmark

namespace warpmark::gate {

template <fields_of<arm> Arm, class Visit>
void visit_fields(Arm& arm, Visit&& field) {
  field("time_ns", arm.time_ns);
  field("clock_hz", arm.clock_hz);
  field("power_w", arm.power_w);
  field("temperature_c", arm.temperature_c);
  field("throttle", arm.throttle);
  field("samples", arm.samples);
  field("samples_ns", arm.samples_ns);
}

template <fields_of<round_pair> Pair, class Visit>
void visit_fields(Pair& pair, Visit&& field) {
  field("base", pair.base);
  field("head", pair.head);
  field("base_first", pair.base_first);
  field("discarded", pair.discarded);
  field("permanent", pair.permanent);
}

template <fields_of<round_item> Item, class Visit>
void visit_fields(Item& item, Visit&& field) {
  field("key", item.key);
  field("calibrator", item.calibrator);
  field("slowdown", item.slowdown);
  field("planted_steps", item.planted_steps);
  field("base_first", item.base_first);
}

template <fields_of<side_tree> Tree, class Visit>
void visit_fields(Tree& tree, Visit&& field) {
  field("root", tree.root);
  field("prefix", tree.prefix);
  field("overlay", tree.overlay);
  field("plugin", tree.plugin);
}

template <fields_of<round_sides> Sides, class Visit>
void visit_fields(Sides& sides, Visit&& field) {
  field("base", sides.base);
  field("head", sides.head);
  field("kernels_files", sides.kernels_files);
  field("selection", sides.selection);
}

// Only the limits for a card.
template <fields_of<gate_limits> Limits, class Visit>
void visit_fields(Limits& limits, Visit&& field) {
  field("compile_s", limits.compile_s);
  field("compile_memory_bytes", limits.compile_memory_bytes);
  field("execution_s", limits.execution_s);
  field("max_card_time_ratio", limits.max_card_time_ratio);
  field("min_card_s", limits.min_card_s);
}

template <fields_of<round_order> Order, class Visit>
void visit_fields(Order& order, Visit&& field) {
  field("device_ordinal", order.device_ordinal);
  field("cache_folder", order.cache_folder);
  field("seed", order.seed);
  field("state", order.state);
  field("order", order.order);
  field("pairs", order.pairs);
  field("max_seconds", order.max_seconds);
  field("until_steady", order.until_steady);
  field("limits", order.limits);
  field("heat_s", order.heat_s);
  field("measure_ceilings", order.measure_ceilings);
  field("max_input", order.max_input_bytes);
  field("sides", order.sides);
  field("items", order.items);
}

nlohmann::json to_wire(const round_order& order) {
  return json_fields::write<nlohmann::json>(order);
}
nlohmann::json to_wire(const round_pair& pair) { return json_fields::write<nlohmann::json>(pair); }

round_order round_order_from_wire(const nlohmann::json& from) {
  auto order = json_fields::read<round_order>(from);
  for (side_tree* tree : {&order.sides.base, &order.sides.head})
    tree->record.name = tree->root.string();
  return order;
}
round_pair round_pair_from_wire(const nlohmann::json& from) {
  return json_fields::read<round_pair>(from);
}

}  // namespace warpmark::gate
