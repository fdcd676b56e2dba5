// Exchanges between lanes: what they cost at every width, that there and back is nowhere, and that
// the order of rows which a publication names first is wrong.

#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "tests/variants/interpreted.hpp"
#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

const std::vector<std::string> invertible = {"shuffle2", "shuffle4", "butterfly", "shared_exchange",
                                             "byte_permute"};

point point_of(const std::string& name, const settings& problem_settings,
               const settings& config_settings = {}) {
  const variant& variant = *built_in_registry().find_variant("deinterleave/" + name);
  return {&variant, problem_of(variant, problem_settings), config_of(variant, config_settings)};
}

void expect_as_predicted(const std::vector<point>& points) {
  const auto results = interpret_all(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const point& point = points[i];
    EXPECT_EQ(name(results[i].status), "ok") << point.key() << ": " << results[i].reason;
    for (const auto& prediction : point.variant->predictions) {
      const auto expected = prediction.value(point.problem, point.config);
      if (!expected) continue;
      EXPECT_EQ(results[i].seen.counters.at(prediction.metric), *expected)
          << point.key() << ": " << prediction.metric;
    }
  }
}

// With groups that leave lanes of the last warp without any, and a rest.
settings small_exchange(std::int64_t width, const char* type, const char* direction,
                        std::int64_t repeats = 1) {
  return {{"n", 2 * width * 37 + 5},
          {"width", width},
          {"type", type},
          {"direction", direction},
          {"repeats", repeats}};
}

TEST(deinterleave, wavefronts_are_predicted_at_every_width) {
  std::vector<point> points;
  for (const char* form : {"plain", "vec8", "padded"})
    for (const std::int64_t width : {8, 16, 32, 64})
      for (const char* type : {"i32", "f64"})
        points.push_back(point_of("shared_exchange", small_exchange(width, type, "deinterleave"),
                                  {{"form", form}, {"unroll", std::int64_t{1}}}));
  for (const char* form : {"plain", "vec8", "padded"})
    points.push_back(point_of("shared_exchange", small_exchange(16, "f64", "interleave", 61),
                              {{"form", form}, {"unroll", std::int64_t{1}}}));
  expect_as_predicted(points);
}

TEST(deinterleave, shuffles_are_predicted_at_every_width) {
  std::vector<point> points;
  const settings few = {{"unroll", std::int64_t{1}}};
  for (const std::int64_t width : {8, 16, 64}) {
    for (const char* name : {"shuffle2", "shuffle4", "butterfly"}) {
      points.push_back(point_of(name, small_exchange(width, "f64", "deinterleave", 61), few));
      points.push_back(point_of(name, small_exchange(width, "i32", "interleave", 61), few));
    }
    points.push_back(
        point_of("patent_two_phase", small_exchange(width, "u32", "deinterleave", 61), few));
    for (const char* type : {"u8", "u16"})
      for (const char* direction : {"deinterleave", "interleave"})
        points.push_back(point_of("byte_permute", small_exchange(width, type, direction, 61), few));
  }
  points.push_back(point_of("patent_two_phase", small_exchange(8, "f64", "deinterleave", 61),
                            {{"phases", "two"}, {"unroll", std::int64_t{1}}}));
  expect_as_predicted(points);
}

TEST(deinterleave, an_exchange_of_64_words_costs_what_the_catalogue_counts) {
  const auto counted = [](const std::string& name, const char* counter,
                          const settings& config_settings = {}) {
    return interpret(point_of(name, {{"n", std::int64_t{64}}, {"type", "i32"}}, config_settings))
        .seen.counters.at(counter);
  };
  EXPECT_EQ(counted("shuffle2", "shuffles"), 2u);
  EXPECT_EQ(counted("shuffle4", "shuffles"), 4u);
  EXPECT_EQ(counted("butterfly", "shuffles"), 5u);
  EXPECT_EQ(counted("patent_two_phase", "shuffles"), 6u);
  EXPECT_EQ(counted("patent_two_phase", "shuffles", {{"phases", "two"}}), 12u);
  EXPECT_EQ(counted("vector_load", "shuffles"), 0u);
  const auto wavefronts = [&](const char* form) {
    return counted("shared_exchange", "shared_load_wavefronts", {{"form", form}}) +
           counted("shared_exchange", "shared_store_wavefronts", {{"form", form}});
  };
  EXPECT_EQ(wavefronts("plain"), 6u);
  EXPECT_EQ(wavefronts("vec8"), 4u);
  EXPECT_EQ(wavefronts("padded"), 4u);
}

// The kernel of a variant, with a piece of what all exchanges share replaced.
std::string with_driver(const std::string& name, const std::string& from, const std::string& to) {
  const std::string driver =
      replaced(std::string(kernels::text("deinterleave/rearrange.cuh")), from, to);
  std::string source(kernels::text("deinterleave/" + name + ".cuh"));
  if (name == "byte_permute")
    source = replaced(source, "#include \"deinterleave/shuffle2.cuh\"",
                      std::string(kernels::text("deinterleave/shuffle2.cuh")));
  return replaced(replaced(source, "#include \"deinterleave/rearrange.cuh\"", driver),
                  "#pragma once", "");
}

TEST(deinterleave, there_and_back_and_there_is_there) {
  const std::string once = "Exchange::deinterleave(r[2 * k], r[2 * k + 1]);";
  const std::string back = "Exchange::interleave(r[2 * k], r[2 * k + 1]);";
  for (const auto& name : invertible) {
    const point point = point_of(name, {{"n", std::int64_t{1009}}, {"width", std::int64_t{16}}},
                                 {{"unroll", std::int64_t{1}}});
    const auto results = interpret_sources(
        point, {with_driver(name, once, once + back + once), with_driver(name, once, once + back)});
    EXPECT_EQ(warpmark::name(results[0].status), "ok")
        << name << results[0].reason << results[0].log;
    EXPECT_EQ(warpmark::name(results[1].status), "wrong") << name << results[1].reason;
    EXPECT_NE(results[1].reason.find("output[1]"), std::string::npos) << results[1].reason;
  }
}

// Paragraph 50 of patent-2022 lists the rows as r4, r5, r6, r7; paragraph 59 lays them out
// otherwise.
TEST(deinterleave_fault, rows_in_the_order_that_the_publication_lists_first_are_wrong) {
  const std::string kernel(kernels::text("deinterleave/patent_two_phase.cuh"));
  for (const std::int64_t width : {8, 16, 32, 64}) {
    const point point = point_of("patent_two_phase", small_exchange(width, "u32", "deinterleave"),
                                 {{"unroll", std::int64_t{1}}});
    const auto results = interpret_sources(
        point, {kernel, replaced(kernel, "{r4, r6, r5, r7}", "{r4, r5, r6, r7}")});
    EXPECT_EQ(warpmark::name(results[0].status), "ok") << width << results[0].reason;
    EXPECT_EQ(warpmark::name(results[1].status), "wrong") << width;
  }
}

TEST(deinterleave_fault, bits_of_a_butterfly_in_rising_order_are_wrong) {
  const std::string kernel(kernels::text("deinterleave/butterfly.cuh"));
  const auto result =
      interpret_source(point_of("butterfly", small_exchange(32, "u32", "deinterleave")),
                       replaced(kernel, "int bit = lanes / 2; bit > 0; bit /= 2",
                                "int bit = 1; bit < lanes; bit *= 2"));
  EXPECT_EQ(name(result.status), "wrong");
}

TEST(deinterleave_fault, warps_that_exchange_in_one_place_are_found) {
  const std::string kernel(kernels::text("deinterleave/shared_exchange.cuh"));
  const auto result =
      interpret_source(point_of("shared_exchange", small_exchange(32, "u32", "deinterleave"),
                                {{"form", "vec8"}, {"unroll", std::int64_t{1}}}),
                       replaced(kernel, "of_warps[threadIdx.x / 32]", "of_warps[0]"));
  EXPECT_EQ(name(result.status), "wrong");
  EXPECT_TRUE(found(result, "shared_race")) << result.reason;
}

}  // namespace
}  // namespace warpmark::tests
