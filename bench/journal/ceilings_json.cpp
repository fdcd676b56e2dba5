#include "bench/journal/ceilings_json.hpp"

namespace warpmark::journal {
namespace {

using json = nlohmann::ordered_json;

template <class Ceilings, class Visit>
void for_each_number(Ceilings& ceilings, Visit&& visit) {
  visit("read_bytes_per_s", ceilings.read_bytes_per_s);
  visit("write_bytes_per_s", ceilings.write_bytes_per_s);
  visit("copy_bytes_per_s", ceilings.copy_bytes_per_s);
  visit("launch_floor_ns", ceilings.launch_floor_ns);
}

}  // namespace

json ceilings_json(const measured_ceilings& ceilings) {
  json object = json::object();
  for_each_number(ceilings, [&](const char* name, const auto& value) {
    if (value) object[name] = *value;
  });
  if (const auto& flush = ceilings.flush)
    object["l2_flush"] = {{"passed", flush->passed()},
                          {"size_bytes", flush->size_bytes},
                          {"hot_ns", flush->hot_ns},
                          {"cold_ns", flush->cold_ns},
                          {"min_cold_ns", flush->min_cold_ns}};
  return object;
}

measured_ceilings ceilings_from_json(const json& from) {
  measured_ceilings ceilings;
  for_each_number(ceilings, [&](const char* name, auto& value) {
    if (from.contains(name)) value = from.at(name).template get<double>();
  });
  if (from.contains("l2_flush")) {
    const json& flush = from.at("l2_flush");
    ceilings.flush = {
        .size_bytes = flush.at("size_bytes").get<std::size_t>(),
        .hot_ns = flush.at("hot_ns").get<double>(),
        .cold_ns = flush.at("cold_ns").get<double>(),
        .min_cold_ns = flush.at(flush.contains("min_cold_ns") ? "min_cold_ns" : "least_cold_ns")
                           .get<double>()};
  }
  return ceilings;
}

}  // namespace warpmark::journal
