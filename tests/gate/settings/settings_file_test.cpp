#include "ci/gate/settings/settings_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ci/gate/settings/failing_verdicts.hpp"
#include "ci/gate/settings/point_settings.hpp"
#include "ci/gate/settings/presets.hpp"
#include "ci/gate/settings/timing_keys.hpp"
#include "tests/refusal.hpp"

namespace warpmark::gate {
namespace {

const std::string whole_file = R"toml(version = 1
fail_on = ["regression", "inconclusive"]
informative = ["code_bytes"]

[static]
architectures = ["sm_80", "sm_90a"]

[tolerances]
warp_instructions = "5 %"
registers = 2
spill_store_bytes = { relative = "1%", absolute = 16 }

[timing]
min_effect = "2 %"
floor_ns = 150
confirm_rounds = 20
alpha = 0.01
budget_s = 600.5

[[point]]
match = "reduce/*"
min_effect = 0.05

[[point]]
match = "reduce/strided[type=f32,*][block=64]"
floor_ns = 1000
tolerances = { registers = "50 %" }
)toml";

gate_settings parse(const std::string& text) { return parse_settings(text, "gate.toml", {}); }

std::string refused(const std::string& from, const std::string& to) {
  std::string text = whole_file;
  text.replace(text.find(from), from.size(), to);
  return refusal([&] { parse(text); });
}

TEST(gate_toml, is_read_whole) {
  const auto found = parse(whole_file);
  EXPECT_EQ(found.fail_on, (failing{verdict::regression, verdict::inconclusive}));
  EXPECT_EQ(found.informative, (std::set<std::string>{"code_bytes"}));
  EXPECT_EQ(found.architectures, (std::vector<std::string>{"sm_80", "sm_90a"}));
  EXPECT_EQ(found.tolerances.at("warp_instructions"), (tolerance{0.05, 0}));
  EXPECT_EQ(found.tolerances.at("registers"), (tolerance{0, 2}));
  EXPECT_EQ(found.tolerances.at("spill_store_bytes"), (tolerance{0.01, 16}));
  EXPECT_EQ(found.timing.min_effect, 0.02);
  EXPECT_EQ(found.timing.floor_ns, 150);
  EXPECT_EQ(found.timing.confirm_rounds, 20u);
  EXPECT_EQ(found.timing.budget_s, 600.5);
  EXPECT_EQ(found.timing.screen_rounds, timing_settings{}.screen_rounds);
  ASSERT_EQ(found.overrides.size(), 2u);
  EXPECT_EQ(found.overrides[1].tolerances.at("registers"), (tolerance{0.5, 0}));
}

TEST(gate_toml, every_field_of_timing_has_a_key) {
  // A field without a key would make this too small.
  EXPECT_EQ(all_timing_keys().size() * sizeof(double), sizeof(timing_settings));
  for (const auto& key : all_timing_keys()) {
    EXPECT_EQ(refused("alpha = 0.01", fmt::format("{} = 1000000000000", key.name)).find(key.name) !=
                  std::string::npos,
              true)
        << key.name;
    const double usual = value_of(timing_settings{}, key);
    EXPECT_TRUE(usual >= key.min_value && usual <= key.max_value) << key.name;
  }
}

TEST(gate_toml, refusals_name_line_and_nearest_name) {
  EXPECT_TRUE(
      contains(refused("fail_on", "fail-on"), "gate.toml:2: unknown key 'fail-on' (did you"));
  EXPECT_TRUE(
      contains(refused("min_effect = \"2", "min_efect = \"2"),
               "gate.toml:14: [timing]: unknown key 'min_efect' (did you mean 'min_effect'?)"));
  EXPECT_TRUE(contains(refused("\"inconclusive\"", "\"unconclusive\""),
                       "gate.toml:2: fail_on: 'unconclusive' (did you mean 'inconclusive'?)"));
  EXPECT_TRUE(contains(refused("version = 1\n", ""), "expected version = 1"));
  EXPECT_TRUE(contains(refused("version = 1", "version = 2"), "reads version = 1"));
  EXPECT_TRUE(contains(refused("\"sm_80\"", "\"sm80\""), "'sm80'"));
  EXPECT_TRUE(contains(refused("\"5 %\"", "\"5\""), "warp_instructions: '5': expected"));
  EXPECT_TRUE(contains(refused("registers = 2", "registers = -2"), "registers: expected"));
  EXPECT_TRUE(contains(refused("registers = 2", "registers = true"), "expected"));
  EXPECT_TRUE(contains(refused("absolute", "absolut"), "unknown key 'absolut'"));
  EXPECT_TRUE(
      contains(refused("match = ", "mach = "), "unknown key 'mach' (did you mean 'match'?)"));
  EXPECT_TRUE(contains(refused("version = ", "verson = "),
                       "unknown key 'verson' (did you mean 'version'?)"));
  EXPECT_TRUE(contains(refused("confirm_rounds = 20", "confirm_rounds = 2.5"), "an integer"));
  EXPECT_TRUE(contains(refused("alpha = 0.01", "alpha = 7"), "alpha: 7: expected"));
  EXPECT_TRUE(contains(refused("floor_ns = 150", "floor_ns = \"1 %\""), "floor_ns"));
  EXPECT_TRUE(contains(refused("min_effect = 0.05", "alpha = 0.05"), "[[point]] 1"));
  EXPECT_TRUE(contains(refused("min_effect = 0.05", ""), "nothing but 'match'"));
  EXPECT_TRUE(contains(refused("match = \"reduce/*\"", ""), "'match' is missing"));
  EXPECT_TRUE(contains(refused("\"code_bytes\"", "\"registers\""), "has a tolerance too"));
  EXPECT_TRUE(contains(refused("[timing]", "[timing"), "gate.toml:13:"));
  EXPECT_TRUE(contains(refusal([] { read_settings("no.toml", {}); }), "no.toml: No such file"));
}

TEST(gate_toml, misspelt_quantities_are_refused_where_names_are_known) {
  const std::vector<std::string> known = {"registers", "code_bytes", "spill_store_bytes"};
  const auto said = refusal([&] { parse_settings(whole_file, "gate.toml", {}, known); });
  EXPECT_TRUE(contains(said, "gate.toml:9: [tolerances]: warp_instructions: unknown quantity"));
}

TEST(gate_toml, a_quantity_is_judged_or_informative) {
  gate_settings base;
  base.informative = {"registers"};
  base.tolerances["code_bytes"] = {0.1, 0};
  const auto found = parse_settings(whole_file, "gate.toml", base);
  EXPECT_EQ(found.informative, (std::set<std::string>{"code_bytes"}));
  EXPECT_FALSE(found.tolerances.contains("code_bytes"));
  EXPECT_TRUE(found.tolerances.contains("registers"));
}

TEST(gate_toml, what_is_printed_reads_back_equal) {
  const auto read = parse(whole_file);
  for (const auto& name : preset_names())
    EXPECT_EQ(parse_settings(settings_text(read), "dump", preset(name)), read) << name;
  for (const auto& name : preset_names()) {
    const auto gate_settings = preset(name);
    EXPECT_EQ(parse(settings_text(gate_settings)), gate_settings) << settings_text(gate_settings);
    EXPECT_EQ(settings_text(parse(settings_text(gate_settings))), settings_text(gate_settings));
  }
  gate::gate_settings odd;
  odd.tolerances["a \"b\" c.d"] = {1.0 / 3, 1e-300};
  odd.overrides = {{.match = "x'\\\"*", .tolerances = {{"q", {0.1, 0}}}, .timing = {}}};
  odd.timing.min_effect = 0.1 + 0.2;
  odd.fail_on.clear();
  EXPECT_EQ(parse(settings_text(odd)), odd) << settings_text(odd);
}

TEST(gate_toml, settings_are_json_of_the_same_shape) {
  const auto shown = settings_json(parse(whole_file));
  EXPECT_EQ(shown["version"], 1);
  EXPECT_EQ(shown["timing"]["confirm_rounds"], 20);
  EXPECT_EQ(shown["tolerances"]["registers"]["absolute"], 2.0);
  EXPECT_EQ(shown["point"][1]["match"], "reduce/strided[type=f32,*][block=64]");
}

TEST(gate_presets, strict_and_permissive_differ_from_the_default) {
  EXPECT_TRUE(preset("strict").fail_on.contains(verdict::inconclusive));
  EXPECT_EQ(preset("permissive").fail_on, (failing{verdict::regression}));
  EXPECT_LT(preset("strict").timing.min_effect, preset("default").timing.min_effect);
  EXPECT_LT(preset("default").timing.min_effect, preset("permissive").timing.min_effect);
  EXPECT_TRUE(contains(refusal([] { preset("strikt"); }), "--preset strikt: unknown preset (did"));
  gate_settings defaults;
  defaults.informative = {"registers"};
  EXPECT_EQ(preset("strict", defaults).informative, defaults.informative);
}

TEST(gate_points, later_overrides_win) {
  const auto settings = parse(whole_file);
  const auto at = [&](const std::string& key) {
    return settings_at(settings, key, key.substr(0, key.find('[')));
  };
  EXPECT_EQ(at("scan/x[n=1][]").timing, settings.timing);
  EXPECT_EQ(at("reduce/tree[n=1][]").timing.min_effect, 0.05);
  EXPECT_EQ(at("reduce/tree[n=1][]").timing.floor_ns, 150);
  const auto both = at("reduce/strided[type=f32,n=1][block=64]");
  EXPECT_EQ(both.timing.min_effect, 0.05);
  EXPECT_EQ(both.timing.floor_ns, 1000);
  EXPECT_EQ(both.tolerances.at("registers"), (tolerance{0.5, 0}));
  EXPECT_EQ(both.tolerances.at("warp_instructions"), (tolerance{0.05, 0}));
  EXPECT_EQ(at("reduce/strided[type=i32,n=1][block=64]").timing.floor_ns, 150);
}

TEST(gate_points, an_override_that_names_nothing_is_a_warning) {
  const auto settings = parse(whole_file);
  const gate_finding tree{.subject = "reduce/tree[n=1][]", .family = "reduce", .variant = "tree"};
  const auto warnings = unused_overrides(settings, {tree});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(contains(warnings[0], "\"reduce/strided[type=f32,*][block=64]\""));
}

TEST(fail_on, is_a_list_or_none) {
  EXPECT_EQ(parse_fail_on("--fail-on", "missing,suspect"),
            (failing{verdict::missing, verdict::suspect}));
  EXPECT_EQ(parse_fail_on("--fail-on", "none"), failing{});
  EXPECT_TRUE(contains(refusal([] { parse_fail_on("--fail-on", "pass"); }), "--fail-on pass"));
  EXPECT_TRUE(contains(refusal([] { parse_fail_on("--fail-on", "mising"); }), "'missing'"));
  EXPECT_NE(refusal([] { parse_fail_on("--fail-on", ""); }), "");
}

}  // namespace
}  // namespace warpmark::gate
