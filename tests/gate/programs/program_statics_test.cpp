// The static stage of two programs, on the images of tests/compiler/device_images.

#include "ci/gate/programs/program_statics.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/compiler/linked_cubin.hpp"
#include "ci/gate/programs/program_gate.hpp"
#include "ci/gate/settings/default_settings.hpp"
#include "ci/gate/statics/machine_code_mix.hpp"

namespace warpmark::gate {
namespace {

using compiler::program_code;

std::string image(const std::string& name) {
  std::ifstream from(std::string(DEVICE_IMAGES) + "/" + name, std::ios::binary);
  std::ostringstream text;
  text << from.rdbuf();
  return text.str();
}

stage_outcome compared(const program_code& base, const program_code& head) {
  return compare_programs(base, head, default_settings(), [](const gate_progress&) {});
}

// The cubin with an instruction in its first kernel changed: a store to local memory for another.
std::string with_local_store(std::string cubin) {
  const auto code = compiler::linked_cubin(cubin).code("_Z5scaleILi2EEvPfi");
  const auto at = static_cast<std::size_t>(code.data() - cubin.data());
  cubin[at] = '\x87';
  cubin[at + 1] = static_cast<char>((cubin[at + 1] & 0xf0) | 0x3);
  return cubin;
}

TEST(program_statics, equal_machine_code_is_unchanged) {
  const auto code = program_code::of_bytes(image("scale.cubin"), "base");
  const auto outcome = compared(code, code);
  ASSERT_EQ(outcome.findings.size(), 2u);
  for (const auto& finding : outcome.findings) EXPECT_EQ(finding.outcome, verdict::unchanged);
  EXPECT_TRUE(program_difference_of(code, code).same_device_code());
  EXPECT_FALSE(program_difference_of(code, code).same_host) << "not known of a cubin";
}

TEST(program_statics, a_changed_kernel_is_named_with_its_instructions) {
  const auto base = program_code::of_bytes(image("scale.cubin"), "base"),
             head = program_code::of_bytes(with_local_store(image("scale.cubin")), "head");
  const auto outcome = compared(base, head);
  EXPECT_FALSE(program_difference_of(base, head).same_machine_code);
  std::size_t changed = 0;
  for (const auto& finding : outcome.findings) {
    if (finding.outcome == verdict::unchanged) continue;
    ++changed;
    EXPECT_EQ(finding.subject, "scale<2>(float*, int) on sm_80");
    EXPECT_EQ(finding.variant, "scale");
    EXPECT_EQ(finding.outcome, verdict::pass);
    EXPECT_TRUE(std::any_of(finding.changes.begin(), finding.changes.end(), [](const change& c) {
      return c.quantity == "sass.STL" && c.base == 0 && c.head == 1;
    }));
  }
  EXPECT_EQ(changed, 1u);
}

TEST(program_statics, a_tolerance_makes_an_instruction_a_judged_one) {
  const auto base = program_code::of_bytes(image("scale.cubin"), "base"),
             head = program_code::of_bytes(with_local_store(image("scale.cubin")), "head");
  gate_settings settings = default_settings();
  settings.tolerances["sass.STL"] = {};
  const auto outcome = compare_programs(base, head, settings, [](const gate_progress&) {});
  EXPECT_TRUE(std::any_of(outcome.findings.begin(), outcome.findings.end(), [](const auto& f) {
    return f.outcome == verdict::regression && f.reason.find("sass.STL") != std::string::npos;
  }));
}

TEST(program_statics, kernels_of_one_side_and_architectures_of_one_side) {
  const auto both = program_code::of_bytes(image("scale.cubin"), "base"),
             none = program_code::of_bytes(image("scale_none.fatbin"), "head");
  const auto lost = compared(both, none);
  ASSERT_EQ(lost.findings.size(), 1u);
  EXPECT_EQ(lost.findings[0].outcome, verdict::missing);
  EXPECT_EQ(lost.findings[0].subject, "machine code for sm_80");
  const auto gained = compared(none, both);
  ASSERT_EQ(gained.findings.size(), 1u);
  EXPECT_EQ(gained.findings[0].outcome, verdict::added);
}

TEST(program_statics, other_ptx_is_not_equal_device_code) {
  const auto base = program_code::of_bytes(image("scale_none.fatbin"), "base"),
             head = program_code::of_bytes(image("scale.cubin"), "head");
  EXPECT_FALSE(program_difference_of(base, head).same_texts);
  EXPECT_TRUE(program_difference_of(base, base).same_device_code());
}

TEST(program_gate, what_is_no_program_is_refused) {
  EXPECT_THROW(run_program_gate({.base = __FILE__, .head = __FILE__}), usage_error);
  EXPECT_THROW(run_program_gate({.base = "/nowhere/a", .head = "/nowhere/b"}), usage_error);
}

TEST(program_gate, scripts_are_timed_without_a_static_stage) {
  bool timed = false;
  const auto result =
      run_program_gate({.base = __FILE__,
                        .head = __FILE__,
                        .settings = default_settings(),
                        .timing = [&](const program_difference& difference) {
                          timed = true;
                          EXPECT_FALSE(difference.same_device_code());
                          return stage_outcome{.record = {.stage = gate_stage::timing}};
                        }});
  EXPECT_TRUE(timed);
  EXPECT_EQ(result.stages.at(0).left_out, "a side is a script, not a program");
}

TEST(machine_code_mix, counts_operations_whatever_the_form_of_their_operands) {
  const auto code_of = [](std::initializer_list<unsigned> numbers) {
    std::string code;
    for (const unsigned number : numbers) {
      std::string word(16, '\0');
      word[0] = static_cast<char>(number & 0xff);
      word[1] = static_cast<char>(0x70 | (number >> 8));  // A guard in the upper bits.
      code += word;
    }
    return code;
  };
  const auto mix = mix_of_machine_code(
      code_of({0x223, 0x423, 0x918, 0x918, 0x387, 0x983, 0x308, 0x309, 0x7ff, 0x94d}));
  EXPECT_EQ(mix, (instruction_mix{{"sass.FFMA", 2},
                                  {"sass.STL", 1},
                                  {"sass.LDL", 1},
                                  {"sass.MUFU", 1},
                                  {"sass.POPC", 1},
                                  {"sass.EXIT", 1},
                                  {"sass.other", 1}}));
  EXPECT_TRUE(mix_of_machine_code(std::string(15, '\x23')).empty());
}

}  // namespace
}  // namespace warpmark::gate
