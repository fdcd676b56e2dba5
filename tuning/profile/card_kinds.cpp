#include "tuning/profile/card_kinds.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

card_kind kind_in_manifest(const json& card) {
  card_kind kind{.name = text_of(card, "name"),
                 .compute_capability = text_of(card, "compute_capability")};
  const auto count = card.find("multiprocessors");
  if (count != card.end() && count->is_number_unsigned())
    kind.multiprocessors = count->get<std::uint64_t>();
  return kind;
}

// One kind of card in a journal with several.
struct kind_in_journal {
  card_kind kind;
  json cards = json::array();
};

std::vector<kind_in_journal> kinds_in(const json& manifest) {
  std::vector<kind_in_journal> kinds;
  for (const auto& card : cards_of(manifest)) {
    const auto kind = kind_in_manifest(card);
    auto known = std::find_if(kinds.begin(), kinds.end(),
                              [&](const auto& other) { return same_kind(other.kind, kind); });
    if (known == kinds.end()) known = kinds.insert(kinds.end(), {kind});
    known->cards.push_back(card);
  }
  return kinds;
}

bool has_card(const kind_in_journal& kind, const std::string& uuid) {
  return std::any_of(kind.cards.begin(), kind.cards.end(),
                     [&](const json& card) { return text_of(card, "uuid") == uuid; });
}

// Of a merged journal, the newest part that was measured on this kind of card; else null.
json newest_part_on(const json& manifest, const card_kind& kind) {
  json newest;
  for (const json& part : manifest.value("parts", json::array())) {
    const auto cards = cards_of(part);
    const bool is_on = std::any_of(cards.begin(), cards.end(), [&](const json& card) {
      return same_kind(kind_in_manifest(card), kind);
    });
    if (is_on && (newest.is_null() || text_of(newest, "started_at") <= text_of(part, "started_at")))
      newest = part;
  }
  return newest;
}

measured_journal part_of(const measured_journal& journal, const kind_in_journal& kind) {
  measured_journal part{
      .source = journal.source, .manifest = journal.manifest, .modelled = journal.modelled};
  part.manifest["card"] = kind.cards.front();
  part.manifest["cards"] = kind.cards;
  const json newest = newest_part_on(journal.manifest, kind.kind);
  for (const char* own : {"seed", "contract", "nvrtc_version"})
    if (newest.is_object() && newest.contains(own)) part.manifest[own] = newest[own];
  return part;
}

}  // namespace

std::string card_kind::text() const {
  std::string text = fmt::format("'{}'", name);
  if (!compute_capability.empty())
    text += fmt::format(", compute capability {}", compute_capability);
  if (multiprocessors) text += fmt::format(", {} multiprocessors", *multiprocessors);
  return text;
}

bool same_kind(const card_kind& a, const card_kind& b) {
  return a.name == b.name &&
         (a.compute_capability.empty() || b.compute_capability.empty() ||
          a.compute_capability == b.compute_capability) &&
         (!a.multiprocessors || !b.multiprocessors || *a.multiprocessors == *b.multiprocessors);
}

card_kind kind_of(const profile_card& card) {
  return {card.name, card.compute_capability, card.multiprocessors};
}

card_kind kind_of(const card& card) {
  return {card.name, card.compute_capability,
          static_cast<std::uint64_t>(card.limits.multiprocessors)};
}

card_kind kind_of(const measured_journal& journal) {
  card_kind kind = kind_in_manifest(journal.manifest.value("card", json::object()));
  if (journal.modelled) kind.name = journal.modelled->device_name();
  return kind;
}

std::vector<json> cards_of(const json& manifest) {
  const auto cards = manifest.find("cards");
  if (cards != manifest.end() && cards->is_array() && !cards->empty())
    return {cards->begin(), cards->end()};
  return {manifest.value("card", json::object())};
}

std::vector<measured_journal> by_card_kind(measured_journal journal) {
  const auto kinds = kinds_in(journal.manifest);
  std::vector<measured_journal> parts;
  if (kinds.size() == 1) {
    parts.push_back(std::move(journal));
    return parts;
  }
  for (const auto& kind : kinds) parts.push_back(part_of(journal, kind));
  for (auto& point : journal.points) {
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) {
      return has_card(kind, point.card_uuid);
    });
    if (found == kinds.end())
      throw usage_error(fmt::format(
          "{}: {}/{} was measured on the card '{}', which the manifest's 'cards' do not have; "
          "expected the UUID of one of them",
          journal.source.file, point.family, point.variant, point.card_uuid));
    parts[static_cast<std::size_t>(found - kinds.begin())].points.push_back(std::move(point));
  }
  return parts;
}

std::vector<measured_journal> by_card_kind(std::vector<measured_journal> journals) {
  std::vector<measured_journal> parts;
  for (auto& journal : journals)
    for (auto& part : by_card_kind(std::move(journal))) parts.push_back(std::move(part));
  return parts;
}

}  // namespace warpmark::tuning
