#include <pugixml.hpp>

#include <gtest/gtest.h>

#include "tests/gate/formats/sample_result.hpp"

namespace warpmark::gate {
namespace {

pugi::xml_document junit_of(const gate_result& gate_result) {
  pugi::xml_document document;
  const auto text = output_of("--junit", gate_result);
  EXPECT_TRUE(document.load_buffer(text.data(), text.size()));
  return document;
}

std::size_t count(const pugi::xml_document& in, const char* path) {
  return in.select_nodes(path).size();
}

TEST(junit, only_regressions_fail) {
  const auto document = junit_of(sample_result());
  EXPECT_EQ(count(document, "//testcase"), 13u);  // The ending is one.
  EXPECT_EQ(count(document, "//failure"), 3u);
  EXPECT_EQ(count(document, "//failure[@type='REGRESSION']"), 3u);
  EXPECT_EQ(count(document, "//error"), 3u);
  EXPECT_EQ(count(document, "//skipped"), 1u);
  const auto root = document.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_int(), 13);
  EXPECT_EQ(root.attribute("failures").as_int(), 3);
  EXPECT_EQ(root.attribute("errors").as_int(), 3);
  EXPECT_EQ(root.attribute("skipped").as_int(), 1);
}

TEST(junit, what_is_skipped_says_what_would_have_been_seen) {
  const auto document = junit_of(sample_result());
  const std::string message = document.select_node("//skipped").node().attribute("message").value();
  EXPECT_EQ(message,
            "INCONCLUSIVE: The interval holds 1.63 %. (this run would have seen +3.10 %; about 14 "
            "more rounds would settle it)");
}

TEST(junit, numbers_are_properties) {
  const auto document = junit_of(sample_result());
  const auto value = [&](const char* path) {
    return std::string(document.select_node(path).node().attribute("value").value());
  };
  EXPECT_EQ(value("//testsuite[@name='timing reduce/strided']//property[@name='ratio']"), "1.052");
  EXPECT_EQ(value("//testsuite[@name='counting scan/hillis_steele']"
                  "//property[@name='shared_load_wavefronts.head']"),
            "1024");
}

TEST(junit, a_gate_without_verdict_is_an_error) {
  auto result = sample_result();
  result.findings.clear();
  result.ending = {5, "nothing was compared"};
  const auto document = junit_of(result);
  EXPECT_EQ(count(document, "//testsuite[@name='gate']//error[@message='nothing was compared']"),
            1u);
  EXPECT_EQ(document.child("testsuites").attribute("errors").as_int(), 1);
}

}  // namespace
}  // namespace warpmark::gate
