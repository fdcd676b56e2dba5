#include "simt/model/card_file.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/usage_error.hpp"
#include "simt/model/card_choice.hpp"
#include "tests/refusal.hpp"

namespace warpmark::model {
namespace {

const card_file& embedded_card() { return embedded_calibrations().front().back(); }

nlohmann::json embedded() { return nlohmann::json::parse(to_json(embedded_card()).dump()); }

nlohmann::json& constants_of(nlohmann::json& file) {
  return file["calibrations"].back()["constants"];
}

std::string refusal_of(const nlohmann::json& given) {
  return refusal([&] { card_from_json(given, "cards/x.json"); });
}

TEST(card_file, every_embedded_card_is_whole_and_names_the_source_of_each_constant) {
  ASSERT_FALSE(embedded_calibrations().empty());
  for (const auto& calibrations : embedded_calibrations())
    for (const auto& field : constant_fields()) {
      const card_file& card = calibrations.back();
      const std::string key(field.key);
      EXPECT_GE(card.constants.*field.member, field.may_be_zero ? 0 : 1e-300)
          << card.name << " " << key;
      EXPECT_FALSE(card.sources.at(key).empty()) << card.name << " " << key;
    }
}

TEST(card_file, what_is_written_is_read_back) {
  const card_file card = embedded_card();
  const card_file again = card_from_json(nlohmann::json::parse(to_json(card).dump()), "here");
  EXPECT_EQ(to_json(again), to_json(card));
}

TEST(card_file, the_default_card_is_an_h200_whatever_other_cards_are_known) {
  ASSERT_NE(card_for_architecture("sm_90"), nullptr);
  EXPECT_EQ(card_for_architecture("sm_90")->name, "NVIDIA H200");
  EXPECT_EQ(card_for_architecture("sm_80"), nullptr);
  EXPECT_EQ(card_for_architecture("sm_90a"), card_for_architecture("sm_90"));
  EXPECT_EQ(card_for_architecture("sm_35"), nullptr);
}

TEST(card_file, constants_that_older_files_lack_come_from_others) {
  auto given = embedded();
  for (const char* key : {"kernel_body_ns", "first_load_ns", "l2_dirty_bytes", "dependent_block_ns",
                          "guard_latency_cycles", "jump_latency_cycles"})
    constants_of(given).erase(key);
  constants_of(given)["sm_clock_hz"]["value"] = 2e9;
  constants_of(given)["l2_latency_cycles"]["value"] = 300;
  constants_of(given)["dram_latency_cycles"]["value"] = 600;
  constants_of(given)["l2_bytes"]["value"] = 4000;
  constants_of(given)["block_launch_ns"]["value"] = 0.5;
  const card_file card = card_from_json(given, "here");
  EXPECT_NEAR(card.constants.kernel_body_ns, 1.6 * 150, 1e-9);
  EXPECT_NEAR(card.constants.first_load_ns, 0.6 * 300, 1e-9);
  EXPECT_NEAR(card.constants.l2_dirty_bytes, 560, 1e-9);
  EXPECT_NEAR(card.constants.dependent_block_ns, 0.5, 1e-9);
  EXPECT_EQ(card.constants.guard_latency_cycles, 13);
  EXPECT_EQ(card.constants.jump_latency_cycles, 10);
  EXPECT_TRUE(card.sources.at("l2_dirty_bytes").starts_with("estimated: "));
}

TEST(card_file, faults_are_refused_by_file_key_and_value) {
  auto given = embedded();
  given["schema"] = "warpmark-card/9";
  EXPECT_NE(refusal_of(given).find("warpmark-card/9"), std::string::npos);
  given = embedded();
  constants_of(given)["sm_clock_hz"]["value"] = -1;
  EXPECT_NE(refusal_of(given).find("cards/x.json: calibrations[0]: sm_clock_hz is -1"),
            std::string::npos);
  given = embedded();
  constants_of(given).erase("l2_bytes");
  EXPECT_NE(refusal_of(given).find("'l2_bytes'"), std::string::npos);
  given = embedded();
  constants_of(given)["speed"] = {{"value", 1}, {"source", "hearsay"}};
  EXPECT_NE(refusal_of(given).find("constants: unknown key 'speed'"), std::string::npos);
  given = embedded();
  constants_of(given)["l2_byte"] = constants_of(given)["l2_bytes"];
  constants_of(given).erase("l2_bytes");
  EXPECT_NE(refusal_of(given).find("unknown key 'l2_byte' (did you mean 'l2_bytes'?)"),
            std::string::npos)
      << refusal_of(given);
  given = embedded();
  given["nmae"] = given["name"];
  given.erase("name");
  EXPECT_NE(refusal_of(given).find("unknown key 'nmae' (did you mean 'name'?)"), std::string::npos);
  given = embedded();
  constants_of(given)["l2_bytes"].erase("source");
  EXPECT_NE(refusal_of(given).find("'source'"), std::string::npos);
  given = embedded();
  given["multiprocessors"] = "many";
  EXPECT_NE(refusal_of(given).find("multiprocessors is \"many\""), std::string::npos);
  given = embedded();
  given["compute_capability"] = "3.5";
  EXPECT_SAYS(refusal_of(given), "compute_capability is '3.5'");
  given = embedded();
  constants_of(given)["l2_bytes"]["source"] = "hearsay";
  EXPECT_SAYS(refusal_of(given), "l2_bytes: source 'hearsay'; expected one that begins with");
  given = embedded();
  given["calibrations"].back()["measured_at"] = "yesterday";
  EXPECT_SAYS(refusal_of(given), "measured_at is 'yesterday'; expected a time");
  given = embedded();
  given["calibrations"] = nlohmann::json::array();
  EXPECT_SAYS(refusal_of(given), "'calibrations' is an array of 0; expected an array of 1 to 100");
}

TEST(card_file, a_missing_constant_names_who_wrote_the_file_and_what_to_run) {
  auto given = embedded();
  given["calibrations"].back()["tool"] = "warpmark 0.0.9";
  constants_of(given).erase("l2_bytes");
  EXPECT_SAYS(refusal_of(given), "needs 'l2_bytes', which warpmark 0.0.9 did not write");
  EXPECT_SAYS(refusal_of(given), "`warpmark calibrate`");
}

TEST(card_file, the_newest_calibration_counts_wherever_it_is_in_the_file) {
  auto given = embedded();
  auto older = given["calibrations"].back(), newer = older;
  older["measured_at"] = "2026-01-02";
  older["constants"]["l2_bytes"]["value"] = 1;
  newer["measured_at"] = "2026-01-02T10:00:00Z";
  newer["constants"]["l2_bytes"]["value"] = 2;
  given["calibrations"] = {newer, older};
  const auto read = calibrations_from_json(given, "here");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read.front().constants.l2_bytes, 1);
  EXPECT_EQ(card_from_json(given, "here").constants.l2_bytes, 2);
  EXPECT_EQ(calibrations_from_json(nlohmann::json::parse(to_json(read).dump()), "here").size(), 2u);
}

TEST(card_file, files_of_one_calibration_are_read_as_before) {
  auto given = embedded();
  for (const auto& [key, value] : given["calibrations"].back().items()) given[key] = value;
  given.erase("calibrations");
  given["schema"] = single_calibration_schema;
  EXPECT_EQ(to_json(card_from_json(given, "here")), to_json(embedded_card()));
}

TEST(card_file, sources_have_a_kind) {
  auto given = embedded();
  constants_of(given)["l2_bytes"]["source"] = "driver: L2 cache size";
  constants_of(given)["issue_per_cycle"]["source"] = "data sheet: a table";
  constants_of(given)["sm_clock_hz"]["source"] = "published: a paper";
  constants_of(given)["l1_bytes"]["source"] = "estimated: scaled";
  const card_file card = card_from_json(given, "here");
  EXPECT_EQ(card.kind_of("l2_bytes"), constant_kind::measured);
  EXPECT_EQ(card.kind_of("issue_per_cycle"), constant_kind::data_sheet);
  EXPECT_EQ(card.kind_of("sm_clock_hz"), constant_kind::published);
  EXPECT_EQ(card.kind_of("l1_bytes"), constant_kind::estimated);
}

TEST(card_file, a_card_has_the_limits_of_its_architecture) {
  const card_file card = choose_card("--card", "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(card.limits().architecture, "sm_89");
  EXPECT_EQ(card.limits().multiprocessors, 128);
  EXPECT_EQ(card.limits().max_threads_per_multiprocessor, 1536);
}

TEST(card_choice, takes_words_or_a_part_of_one_name) {
  EXPECT_EQ(choose_card("--card", "l4").name, "NVIDIA L4");  // Not also "NVIDIA L40S".
  EXPECT_EQ(choose_card("--card", "rtx4090").name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(choose_card("--card", "a100 sxm4 80gb").name, "NVIDIA A100-SXM4-80GB");
  EXPECT_EQ(choose_card("--card", "a100pcie").name, "NVIDIA A100-PCIE-40GB");
  EXPECT_EQ(choose_card("--card", "H100 PCIe").name, "NVIDIA H100 PCIe");
}

TEST(card_choice, lists_the_cards_for_a_name_of_several_or_of_none) {
  EXPECT_EQ(choose_card("--card", "A100").name, "NVIDIA A100-PCIE-40GB");  // the first of one chip
  const std::string several = refusal([] { choose_card("--card", "H100"); });
  EXPECT_SAYS(several, "--card H100: several cards; expected one of NVIDIA H100 80GB HBM3, ");
  EXPECT_EQ(several.find("H200"), std::string::npos);
  const std::string none = refusal([] { choose_card("--card", "Voodoo 2"); });
  EXPECT_SAYS(none, "--card Voodoo 2: unknown card; expected a card file (.json), or one of ");
  EXPECT_SAYS(none, "NVIDIA H200");
  EXPECT_SAYS(refusal([] { choose_card("--card", ""); }), "unknown card");
  EXPECT_SAYS(refusal([] { choose_card("--card", "-"); }), "unknown card");
  EXPECT_SAYS(refusal([] { choose_card("--card", "/nowhere/card.json"); }), "/nowhere/card.json");
}

TEST(card_choice, takes_a_calibration_by_its_date) {
  const card_file old = choose_card("--card", "H200@2026-11-21");
  EXPECT_EQ(old.measured_at, "2026-11-21T13:33:26Z");
  EXPECT_GT(old.constants.launch_floor_ns, choose_card("--card", "H200").constants.launch_floor_ns);
  EXPECT_SAYS(refusal([] { choose_card("--card", "H200@2026"); }), "more than one of NVIDIA H200");
  EXPECT_SAYS(refusal([] { choose_card("--card", "H200@1999"); }),
              "no calibration of NVIDIA H200 has the date '1999'; expected one of 2026-11-21T");
  EXPECT_SAYS(refusal([] { choose_card("--card", "H200@"); }), "has the date ''");
  EXPECT_SAYS(refusal([] { choose_card("--card", "L4@2026"); }), "none: it was not calibrated");
}

}  // namespace
}  // namespace warpmark::model
