#include "simt/model/card_file.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/usage_error.hpp"
#include "tests/refusal.hpp"

namespace warpmark::model {
namespace {

nlohmann::json embedded() {
  return nlohmann::json::parse(to_json(embedded_cards().front()).dump());
}

std::string refusal_of(const nlohmann::json& given) {
  return refusal([&] { card_from_json(given, "cards/x.json"); });
}

TEST(card_file, every_embedded_card_is_whole_and_names_the_source_of_each_constant) {
  const auto cards = embedded_cards();
  ASSERT_FALSE(cards.empty());
  for (const auto& card : cards)
    for (const auto& [key, place, may_be_zero, derived, derivation] : constant_fields()) {
      EXPECT_GE(card.constants.*place, may_be_zero ? 0 : 1e-300) << card.name << " " << key;
      EXPECT_FALSE(card.sources.at(std::string(key)).empty()) << card.name << " " << key;
    }
}

TEST(card_file, what_is_written_is_read_back) {
  const card_file card = embedded_cards().front();
  const card_file again = card_from_json(nlohmann::json::parse(to_json(card).dump()), "here");
  EXPECT_EQ(to_json(again), to_json(card));
}

TEST(card_file, an_architecture_finds_its_card) {
  ASSERT_NE(card_for_architecture("sm_90"), nullptr);
  EXPECT_EQ(card_for_architecture("sm_90a"), card_for_architecture("sm_90"));
  EXPECT_EQ(card_for_architecture("sm_35"), nullptr);
}

TEST(card_file, constants_that_older_files_lack_come_from_others) {
  auto given = embedded();
  for (const char* key : {"kernel_body_ns", "l2_dirty_bytes", "dependent_block_ns"})
    given["constants"].erase(key);
  given["constants"]["sm_clock_hz"]["value"] = 2e9;
  given["constants"]["l2_latency_cycles"]["value"] = 300;
  given["constants"]["l2_bytes"]["value"] = 4000;
  given["constants"]["block_launch_ns"]["value"] = 0.5;
  const card_file card = card_from_json(given, "here");
  EXPECT_NEAR(card.constants.kernel_body_ns, 3 * 150, 1e-9);
  EXPECT_NEAR(card.constants.l2_dirty_bytes, 1000, 1e-9);
  EXPECT_NEAR(card.constants.dependent_block_ns, 0.5, 1e-9);
  EXPECT_TRUE(card.sources.at("l2_dirty_bytes").starts_with("estimated: "));
}

TEST(card_file, faults_are_refused_by_file_key_and_value) {
  auto given = embedded();
  given["schema"] = "warpmark-card/9";
  EXPECT_NE(refusal_of(given).find("warpmark-card/9"), std::string::npos);
  given = embedded();
  given["constants"]["sm_clock_hz"]["value"] = -1;
  EXPECT_NE(refusal_of(given).find("cards/x.json: sm_clock_hz is -1"), std::string::npos);
  given = embedded();
  given["constants"].erase("l2_bytes");
  EXPECT_NE(refusal_of(given).find("'l2_bytes'"), std::string::npos);
  given = embedded();
  given["constants"]["speed"] = {{"value", 1}, {"source", "hearsay"}};
  EXPECT_NE(refusal_of(given).find("constants: unknown key 'speed'"), std::string::npos);
  given = embedded();
  given["constants"]["l2_byte"] = given["constants"]["l2_bytes"];
  given["constants"].erase("l2_bytes");
  EXPECT_NE(refusal_of(given).find("unknown key 'l2_byte' (did you mean 'l2_bytes'?)"),
            std::string::npos)
      << refusal_of(given);
  given = embedded();
  given["nmae"] = given["name"];
  given.erase("name");
  EXPECT_NE(refusal_of(given).find("unknown key 'nmae' (did you mean 'name'?)"), std::string::npos);
  given = embedded();
  given["constants"]["l2_bytes"].erase("source");
  EXPECT_NE(refusal_of(given).find("'source'"), std::string::npos);
  given = embedded();
  given["multiprocessors"] = "many";
  EXPECT_NE(refusal_of(given).find("multiprocessors is \"many\""), std::string::npos);
}

}  // namespace
}  // namespace warpmark::model
