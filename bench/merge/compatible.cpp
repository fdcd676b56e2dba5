#include "bench/merge/compatible.hpp"

#include <array>
#include <map>

#include <fmt/format.h>

namespace warpmark::journal {
namespace {

json value_at(const json& manifest, const char* pointer) {
  const json::json_pointer place(pointer);
  return manifest.contains(place) ? manifest.at(place) : json();
}

// Digests alone: the same files may be in another folder.
json kernels_of(const json& manifest) {
  json digests;
  if (const auto kernels = manifest.find("kernels"); kernels != manifest.end()) {
    digests.push_back(kernels->value("sha256", ""));
    for (const auto& file : kernels->value("read", json::array()))
      digests.push_back(file.value("sha256", ""));
  }
  return digests;
}

std::map<std::string, std::string> drivers_of(const json& manifest) {
  std::map<std::string, std::string> drivers;
  const auto take = [&](const json& card) {
    if (card.is_object() && card.contains("driver_version"))
      drivers[card.value("name", "")] = card.at("driver_version").dump();
  };
  take(value_at(manifest, "/card"));
  for (const auto& card : manifest.value("cards", json::array())) take(card);
  return drivers;
}

}  // namespace

std::optional<std::string> difference(const merged_part& part, const merged_part& from) {
  constexpr std::array<std::pair<const char*, const char*>, 8> compared = {
      {{"/tool/version", "tool.version"},
       {"/tool/commit", "tool.commit"},
       {"/tool/dirty", "tool.dirty"},
       {"/backend", "backend"},
       {"/seed", "seed"},
       {"/contract", "contract"},
       {"/nvrtc_version", "nvrtc_version"},
       {"/compiler_flags", "compiler_flags"}}};
  for (const auto& [pointer, name] : compared) {
    const auto mine = value_at(part.manifest, pointer), other = value_at(from.manifest, pointer);
    if (mine != other) return fmt::format("{} is {}, not {}", name, mine.dump(), other.dump());
  }
  if (kernels_of(part.manifest) != kernels_of(from.manifest))
    return "its kernels have other digests";
  const auto drivers = drivers_of(from.manifest);
  for (const auto& [card, driver] : drivers_of(part.manifest))
    if (const auto other = drivers.find(card); other != drivers.end() && other->second != driver)
      return fmt::format("driver_version of {} is {}, not {}", card, driver, other->second);
  return std::nullopt;
}

}  // namespace warpmark::journal
