// What cannot run on a backend is left out of a sweep with the reason, or kept if it is named.

#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/core/selection.hpp"
#include "tests/refusal.hpp"
#include "variants/contract/operators.hpp"
#include "variants/registry.hpp"
#include "variants/vendor/cub_library.hpp"

namespace warpmark {
namespace {

sweep sweep_on(const std::string& backend, std::vector<std::string> patterns,
               const device_limits& limits = {}) {
  return make_sweep(
      built_in_registry(),
      {.patterns = std::move(patterns), .problem = {{"n", "1024"}}, .backend = backend}, limits);
}

bool has(const sweep& planned, const std::string& path) {
  for (const auto& point : planned.points)
    if (point.variant->path() == path) return true;
  return false;
}

TEST(availability, every_variant_runs_somewhere) {
  for (const auto& variant : built_in_registry().variants()) {
    EXPECT_FALSE(variant.backends.empty()) << variant.path();
    for (const auto& backend : variant.backends)
      EXPECT_EQ(variant.unavailable_on(backend), variant.missing()) << variant.path();
    EXPECT_NE(variant.unavailable_on("replay"), "") << variant.path();
  }
}

TEST(availability, a_glob_leaves_out_what_cannot_run_and_says_why) {
  const auto planned = sweep_on("simt", {"reduce"});
  EXPECT_TRUE(has(planned, "reduce/tree_sequential"));
  for (const char* path : {"reduce/host_serial", "reduce/host_openmp", "reduce/vendor_cub"})
    EXPECT_FALSE(has(planned, path)) << path;
  EXPECT_EQ(planned.pruned.at("reduce/host_serial: runs on backend host, not on simt"), 1u);
}

TEST(availability, the_cpu_runs_native_code_alone) {
  const auto planned = sweep_on("host", {"reduce", "copy"});
  for (const auto& point : planned.points) EXPECT_TRUE(point.variant->name.starts_with("host_"));
  EXPECT_TRUE(has(planned, "copy/host_memcpy"));
}

TEST(availability, a_variant_asked_for_by_name_is_kept) {
  EXPECT_TRUE(has(sweep_on("simt", {"reduce/host_serial"}), "reduce/host_serial"));
  EXPECT_TRUE(has(sweep_on("simt", {"host_serial", "tree_sequential"}), "reduce/host_serial"));
}

TEST(availability, a_glob_that_leaves_nothing_is_an_error) {
  try {
    sweep_on("simt", {"reduce/host_*"});
    FAIL();
  } catch (const usage_error& error) {
    EXPECT_NE(std::string(error.what()).find("runs on backend host, not on simt"),
              std::string::npos)
        << error.what();
  }
}

TEST(availability, axes_of_what_cannot_run_are_unknown) {
  EXPECT_THROW(
      make_sweep(built_in_registry(),
                 {.patterns = {"reduce"}, .config = {{"threads", "2"}}, .backend = "simt"}, {}),
      usage_error);
}

// On a card that has the instructions of all.
TEST(availability, without_a_backend_everything_is_listed) {
  for (const auto& variant : built_in_registry().variants())
    EXPECT_TRUE(has(sweep_on("", {variant.path()}, {.architecture = "sm_100"}), variant.path()));
}

TEST(availability, an_older_card_leaves_out_what_needs_a_newer_one_and_says_why) {
  const auto planned = sweep_on("cuda", {"reduce"}, {.architecture = "sm_90"});
  EXPECT_FALSE(has(planned, "reduce/cluster_launch_control"));
  EXPECT_TRUE(planned.pruned.contains(
      "reduce/cluster_launch_control: its instructions need compute capability 10.0"));
}

TEST(availability, a_card_without_bulk_copies_and_clusters_leaves_out_what_needs_them) {
  const std::pair<const char*, const char*> all[] = {{"reduce", "bulk_pipeline"},
                                                     {"reduce", "dynamic_tiles"},
                                                     {"reduce", "cluster"},
                                                     {"scan", "decoupled_lookahead"},
                                                     {"partition", "decoupled_lookahead"},
                                                     {"count", "cluster_shared"}};
  for (const auto& [family, name] : all) {
    const std::string path = std::string(family) + "/" + name;
    EXPECT_TRUE(has(sweep_on("cuda", {path}, {.architecture = "sm_90"}), path)) << path;
    const auto older = sweep_on("cuda", {family}, {.architecture = "sm_80"});
    EXPECT_FALSE(has(older, path)) << path;
    EXPECT_TRUE(older.pruned.contains(path + ": its instructions need compute capability 9.0"))
        << path;
  }
}

// Copies of a variant, as of libraries of two releases.
registry with_releases() {
  variant plain = *built_in_registry().find_variant("reduce/tree_sequential");
  plain.name = "vendor_cub";
  variant newest = plain, older = plain;
  newest.name = "vendor_cub@3.5";
  older.name = "vendor_cub@3.0";
  newest.companion = older.companion = true;
  return registry({*plain.contract}, {plain, newest, older});
}

std::vector<std::string> names_of(const registry& from, const std::vector<std::string>& patterns) {
  std::vector<std::string> names;
  for (const auto* variant : select_variants(from, patterns, mutant_scope::excluded))
    names.push_back(variant->name);
  return names;
}

TEST(availability, a_release_of_a_library_is_selected_by_its_number_only) {
  using names = std::vector<std::string>;
  const registry from = with_releases();
  for (const char* pattern : {"reduce", "reduce/*", "vendor_*", "reduce/vendor_cub"})
    EXPECT_EQ(names_of(from, {pattern}), names{"vendor_cub"}) << pattern;
  EXPECT_EQ(names_of(from, {}), names{"vendor_cub"});
  EXPECT_EQ(names_of(from, {"reduce/vendor_cub@3.0"}), names{"vendor_cub@3.0"});
  EXPECT_EQ(names_of(from, {"vendor_cub@*"}), (names{"vendor_cub@3.5", "vendor_cub@3.0"}));
}

TEST(availability, a_release_that_is_not_installed_is_refused_with_those_that_are) {
  const registry from = with_releases();
  const auto refused = [&](const char* pattern) {
    return refusal([&] { names_of(from, {pattern}); });
  };
  for (const char* pattern : {"reduce/vendor_cub@9", "vendor_*@9"})
    EXPECT_EQ(refused(pattern),
              "'" + std::string(pattern) + "': release 9 is not installed; expected 3.5 or 3.0");
  EXPECT_NE(refused("reduce@3.5").find("unknown family or variant"), std::string::npos);
  variant plain = *built_in_registry().find_variant("reduce/tree_sequential");
  const registry without({*plain.contract}, {plain});
  EXPECT_EQ(refusal([&] { names_of(without, {"tree_sequential@1"}); }),
            "'tree_sequential@1': reduce/tree_sequential has no releases; expected no @");
  plain.missing = [] { return std::string("there is no library"); };
  const registry missing({*plain.contract}, {plain});
  EXPECT_EQ(refusal([&] { names_of(missing, {"tree_sequential@1"}); }),
            "'tree_sequential@1': no release is installed: there is no library");
}

TEST(cub_library, that_is_not_there_says_so) {
  const vendor::cub_library missing("no/such/libwarpmark_cub-3.5.so");
  EXPECT_NE(missing.trouble().find("there is no libwarpmark_cub-3.5.so"), std::string::npos);
  EXPECT_EQ(missing.reduction("i32", "sum"), nullptr);
  EXPECT_EQ(missing.sort("merge", "i32", "none"), nullptr);
}

TEST(cub_library, is_beside_the_program_else_in_the_package_beside_the_programs) {
  namespace fs = std::filesystem;
  const fs::path packages = fs::path(testing::TempDir()) / "warpmark-cub-search";
  const fs::path program = packages / "warpmark/bin/warpmark";
  const fs::path beside = packages / "warpmark/bin/libwarpmark_cub-3.5.so";
  const fs::path packaged = packages / "warpmark_cub/libwarpmark_cub-3.5.so";
  fs::remove_all(packages);
  const auto none = vendor::find_cub_libraries(program);
  ASSERT_EQ(none.size(), 1u);
  EXPECT_EQ(none.front().release(), "");
  EXPECT_NE(none.front().library().trouble().find("there is no libwarpmark_cub-X.Y.so"),
            std::string::npos);
  for (const auto& library : {packaged, beside}) {
    fs::create_directories(library.parent_path());
    std::ofstream(library) << "text";
    const auto found = vendor::find_cub_libraries(program);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().path(), library);
  }
  fs::remove_all(packages);
}

TEST(cub_library, of_the_newest_release_is_first) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "warpmark-cub-releases";
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (const char* name :
       {"libwarpmark_cub-3.5.so", "libwarpmark_cub-3.10.so", "libwarpmark_cub-2.8.so",
        "libwarpmark_cub-3.5.so.old", "libwarpmark_cub.so", "libwarpmark_cub-3.so"})
    std::ofstream(folder / name) << "text";
  std::vector<std::string> releases;
  for (const auto& cub : vendor::find_cub_libraries(folder / "warpmark"))
    releases.push_back(cub.release());
  EXPECT_EQ(releases, (std::vector<std::string>{"3.10", "3.5", "2.8"}));
  fs::remove_all(folder);
}

TEST(cub_library, that_is_no_library_says_so) {
  const std::string path = testing::TempDir() + "not_a_library.so";
  std::ofstream(path) << "text";
  const vendor::cub_library broken(path);
  EXPECT_NE(broken.trouble().find("cannot be opened"), std::string::npos) << broken.trouble();
  EXPECT_EQ(broken.reduction("i32", "sum"), nullptr);
}

TEST(cub_library, of_something_else_says_so) {
  const vendor::cub_library other("/proc/self/exe");
  EXPECT_NE(other.trouble(), "");
}

#ifdef WARPMARK_CUB_LIBRARY_FILES
std::vector<std::string> built_libraries() {
  std::istringstream files(WARPMARK_CUB_LIBRARY_FILES);
  std::vector<std::string> result;
  for (std::string file; std::getline(files, file, ':');) result.push_back(file);
  return result;
}

class built_cub_library : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(releases, built_cub_library, testing::ValuesIn(built_libraries()),
                         [](const auto& info) { return "of_" + std::to_string(info.index); });

bool allows(const variant& of, const problem& asked) {
  const auto op = asked.text("op");
  if (std::find(of.operators.begin(), of.operators.end(), op) == of.operators.end()) return false;
  return std::all_of(of.constraints.begin(), of.constraints.end(),
                     [&](const constraint& rule) { return rule.holds(asked, {}, {}); });
}

TEST_P(built_cub_library, has_every_type_and_operator_that_the_variant_allows_and_no_other) {
  const vendor::cub_library built(GetParam());
  ASSERT_EQ(built.trouble(), "");
  EXPECT_NE(built.version(), "");
  const variant& of = *built_in_registry().find_variant("reduce/vendor_cub");
  for (const auto type : of.types)
    for (const auto& op : ops::names()) {
      problem asked;
      asked.set("type", std::string(name(type)));
      asked.set("n", std::int64_t{1});
      asked.set("op", op);
      EXPECT_EQ(built.reduction(std::string(name(type)), op) != nullptr, allows(of, asked))
          << name(type) << ' ' << op;
    }
  EXPECT_EQ(built.reduction("i32", "product"), nullptr);
  EXPECT_THROW(built.check(1, "a call"), std::runtime_error);
}

TEST_P(built_cub_library, has_sums_of_every_type_and_argmin_of_words) {
  const vendor::cub_library built(GetParam());
  for (const auto type : all_element_types()) {
    const std::string text(name(type));
    for (const char* op : {"sum", "min", "max"})
      EXPECT_NE(built.reduction(text, op), nullptr) << text << ' ' << op;
    EXPECT_EQ(built.reduction(text, "argmin") != nullptr, size_bytes(type) >= 4) << text;
  }
}

TEST_P(built_cub_library, has_sorts_of_words_by_both_methods_and_no_other) {
  const vendor::cub_library built(GetParam());
  for (const auto type : all_element_types()) {
    const std::string text(name(type));
    for (const char* method : {"merge", "radix"})
      for (const char* payload : {"none", "u32"})
        EXPECT_EQ(built.sort(method, text, payload) != nullptr, size_bytes(type) >= 4) << text;
  }
  EXPECT_EQ(built.sort("bubble", "i32", "none"), nullptr);
  EXPECT_EQ(built.sort("merge", "i32", "f64"), nullptr);
}
#endif

}  // namespace
}  // namespace warpmark
