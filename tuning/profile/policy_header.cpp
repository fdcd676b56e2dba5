#include "tuning/profile/policy_header.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/usage_error.hpp"
#include "tuning/profile/cpp_names.hpp"
#include "tuning/profile/policy_axes.hpp"

namespace warpmark::tuning {
namespace {

std::string element_of(const std::string& type) {
  const std::string standard = cpp_element_type(type);
  return standard.empty() ? cpp_identifier(type) : standard;
}

// Words in lines of at most 96 columns, each after `prefix`.
std::string comment(const std::string& prefix, const std::string& words) {
  std::string result;
  std::string line = prefix;
  std::istringstream stream(cpp_comment(words));
  for (std::string word; stream >> word;) {
    if (line.size() + word.size() > 95 && line != prefix) {
      result += line + "\n";
      line = prefix;
    }
    line += fmt::format(" {}", word);
  }
  return result + line + "\n";
}

std::string about(const profile& profile, const std::string& space) {
  std::string text = comment(
      "//",
      fmt::format("The fastest configs that are known on {} (compute capability {}), by family, "
                  "element type and number of elements n. At every size that was tuned the loss is "
                  "at most {:.3g} %: the time of the config over the best time known there, minus "
                  "one. Between and beyond those sizes it is what the held-out sizes say. Profile "
                  "made {}.",
                  profile.card.name, profile.card.compute_capability, 100 * profile.options.bound,
                  profile.made_at));
  if (profile.card.modelled)
    text += comment("//", fmt::format("Chosen by {}. Times and losses below are modelled, too.",
                                      profile.card.modelled->text()));
  return text + fmt::format(
                    "//\n//   namespace tuned = warpmark_policies::{0};\n"
                    "//   const auto& policy = tuned::FAMILY::select<float>(n);\n"
                    "//   tuned::FAMILY::dispatch<float>(n, [&](auto chosen) {{\n"
                    "//     constexpr auto policy = decltype(chosen)::value;  // its members are "
                    "constants\n"
                    "//   }});\n",
                    space);
}

std::string origin(const profile& profile) {
  std::string text =
      fmt::format("inline constexpr char card[] = {};\n", cpp_string(profile.card.name));
  text += fmt::format("inline constexpr char compute_capability[] = {};\n",
                      cpp_string(profile.card.compute_capability));
  text += fmt::format(
      "/// Of the warpmark that made the profile; the journals' are in the profile.\n"
      "inline constexpr char commit[] = {};\n\n",
      cpp_string(profile.tool.commit + (profile.tool.dirty ? "+" : "")));
  if (profile.card.modelled)
    text += fmt::format(
        "/// Nothing was measured: of which card the times are modelled, and when its constants "
        "were "
        "measured.\n"
        "inline constexpr bool is_modelled = true;\n"
        "inline constexpr char modelled_card[] = {};\n"
        "inline constexpr char calibration[] = {};\n\n",
        cpp_string(profile.card.modelled->card), cpp_string(profile.card.modelled->calibration));
  return text +
         "/// In place of a value on an axis that a policy's variant does not have.\n"
         "inline constexpr int not_an_axis = -1;\n\n";
}

// Tags for element types that standard C++ lacks.
std::string tags(const profile& profile) {
  std::set<std::string> names;
  for (const auto& entry : profile.entries)
    if (cpp_element_type(entry.size_problem.type).empty())
      names.insert(cpp_identifier(entry.size_problem.type));
  std::string text;
  for (const auto& name : names)
    text += fmt::format("/// Stands for the element type {0}.\nstruct {0} {{}};\n\n", name);
  return text;
}

std::string enumeration(const std::string& name, const std::string& summary,
                        std::vector<std::string> values) {
  for (auto& value : values) value = cpp_identifier(value);
  return fmt::format("/// {}\nenum class {} {{ {} }};\n\n", summary, name, fmt::join(values, ", "));
}

std::string family_types(const policy_family& family) {
  std::string text =
      enumeration("variant_name",
                  fmt::format("Variants of {}: `warpmark explain {}/NAME` says what they do.",
                              family.name, family.name),
                  family.variants);
  std::string members;
  for (const auto& axis : family.axes) {
    members += fmt::format("  {} {};\n", axis.type(), cpp_identifier(axis.name));
    if (axis.is_integer) continue;
    auto values = axis.values;
    values.insert(values.begin(), "not_an_axis");
    text += enumeration(axis.type(), fmt::format("Values of the axis {}.", axis.name), values);
  }
  return text + fmt::format(
                    "/// How to do it: a variant and its config.\nstruct policy {{\n"
                    "  std::size_t from;  ///< The least n it is for.\n"
                    "  variant_name variant;\n{}}};\n\n",
                    members);
}

// The tuned sizes of a step with their best times and gains.
std::string provenance(const profile_entry& entry, std::size_t step) {
  const auto from = entry.steps[step].from;
  const bool last = step + 1 == entry.steps.size();
  std::string text = last ? fmt::format("n >= {}", from)
                          : fmt::format("{} <= n < {}", from, entry.steps[step + 1].from);
  for (const auto& size : entry.sizes) {
    if (size.n < from || (!last && size.n >= entry.steps[step + 1].from)) continue;
    text += fmt::format("; at {}: best {:.4g} us", size.n, size.time.median_ns / 1000);
    if (size.over_base) text += fmt::format(", {:.3f}x the base", size.over_base->value);
  }
  return cpp_comment(text);
}

std::string held_out_summary(const profile_entry& entry) {
  if (!entry.held_out || !entry.held_out->worst) return "No size was held out.";
  return fmt::format("Held-out sizes: worst loss {:.2f} %, mean {:.2f} %, of {} ({} unknown).",
                     100 * *entry.held_out->worst, 100 * *entry.held_out->mean,
                     entry.held_out->sizes.size(), entry.held_out->unknown);
}

std::string reproducibility(const profile_entry& entry) {
  const auto level = entry.deterministic ? parse_determinism(*entry.deterministic) : std::nullopt;
  if (!level) return "";
  switch (*level) {
    case determinism::not_guaranteed:
      return " Results may differ from run to run.";
    case determinism::run_to_run:
      return " Results are the same from run to run on one card.";
    case determinism::gpu_to_gpu:
      return " Results are the same on every card.";
  }
  return "";
}

std::string entry_table(const policy_family& family, const profile_entry& entry) {
  std::string text = comment(
      "///",
      fmt::format("{}, tuned at {} sizes: worst loss {:.2f} %, mean {:.2f} %. {} Base: {}.{}",
                  entry.size_problem.text(), entry.sizes.size(), 100 * entry.worst_loss,
                  100 * entry.mean_loss, held_out_summary(entry), entry.base.text(),
                  reproducibility(entry)));
  text += fmt::format(
      "template <>\nstruct policies<{}> {{\n"
      "  static constexpr std::size_t min_tuned = {};\n"
      "  static constexpr std::size_t greatest_tuned = {};\n"
      "  static constexpr policy table[] = {{\n",
      element_of(entry.size_problem.type), entry.sizes.front().n, entry.sizes.back().n);
  for (std::size_t step = 0; step < entry.steps.size(); ++step)
    text += comment("      //", provenance(entry, step)) +
            fmt::format("      {{{}, {}}},\n", entry.steps[step].from,
                        family.values_of(entry.steps[step].use));
  return text + "  };\n};\n\n";
}

// The same for every problem of a family; only `policies` differs.
constexpr std::string_view policy_selection = R"(/// The policy for n elements.
template <class Element>
constexpr const policy& select(std::size_t n) {
  std::size_t chosen = 0;
  for (std::size_t i = 1; i < sizeof(policies<Element>::table) / sizeof(policy); ++i)
    if (policies<Element>::table[i].from <= n) chosen = i;
  return policies<Element>::table[chosen];
}

/// A policy whose members are constants.
template <class Element, std::size_t index>
struct policy_constant {
  static constexpr policy value = policies<Element>::table[index];
};

/// Calls `call` with the policy_constant for n elements. It is compiled for each policy of the
/// table and must return the same type for all.
template <class Element, std::size_t index = 0, class Call>
constexpr decltype(auto) dispatch(std::size_t n, Call&& call) {
  if constexpr (index + 1 < sizeof(policies<Element>::table) / sizeof(policy)) {
    if (policies<Element>::table[index + 1].from <= n)
      return dispatch<Element, index + 1>(n, static_cast<Call&&>(call));
  }
  return call(policy_constant<Element, index>{});
}

)";

std::string problem_part(const policy_family& family, const std::string& space) {
  std::string text = space.empty() ? "" : fmt::format("namespace {} {{\n\n", space);
  text +=
      "/// Policies by ascending `from`, of element types that were tuned.\n"
      "template <class Element>\nstruct policies;\n\n";
  for (const auto* entry : family.entries)
    if (family.problem_namespace(*entry) == space) text += entry_table(family, *entry);
  text += policy_selection;
  return text + (space.empty() ? "" : fmt::format("}}  // namespace {}\n\n", space));
}

std::string family_part(const policy_family& family) {
  const std::string name = cpp_identifier(family.name);
  std::string text = fmt::format("namespace {} {{\n\n", name) + family_types(family);
  std::vector<std::string> spaces;
  for (const auto* entry : family.entries) {
    const auto space = family.problem_namespace(*entry);
    if (std::find(spaces.begin(), spaces.end(), space) == spaces.end()) spaces.push_back(space);
  }
  for (const auto& space : spaces) text += problem_part(family, space);
  return text + fmt::format("}}  // namespace {}\n\n", name);
}

std::string card_part(const profile& profile, const std::string& space) {
  std::string text = fmt::format("namespace warpmark_policies::{} {{\n\n", space) +
                     origin(profile) + tags(profile);
  for (const auto& family : policy_families(profile)) text += family_part(family);
  return text + fmt::format("}}  // namespace warpmark_policies::{}\n", space);
}

// The namespaces of the profiles: cards of one name differ in multiprocessors.
std::vector<std::string> spaces_of(std::span<const profile> profiles) {
  std::vector<std::string> spaces;
  for (const auto& profile : profiles) {
    std::string space = card_identifier(profile.card.name);
    const bool is_shared =
        std::count_if(profiles.begin(), profiles.end(), [&](const tuning::profile& other) {
          return card_identifier(other.card.name) == space;
        }) > 1;
    if (is_shared) space += fmt::format("_{}sm", profile.card.multiprocessors.value_or(0));
    if (std::find(spaces.begin(), spaces.end(), space) != spaces.end())
      throw usage_error(
          fmt::format("two cards would have the namespace {}; expected profiles of cards with "
                      "other names or numbers of multiprocessors",
                      space));
    spaces.push_back(std::move(space));
  }
  return spaces;
}

// Which of several namespaces is for a card.
std::string card_selection(std::span<const profile> profiles,
                           const std::vector<std::string>& spaces) {
  std::string text = fmt::format(
      "\nnamespace warpmark_policies {{\n\n"
      "/// The kinds of cards of this header.\n"
      "enum class card_kind {{ unknown, {} }};\n\n"
      "constexpr bool same_text(const char* a, const char* b) {{\n"
      "  for (; *a == *b; ++a, ++b)\n"
      "    if (*a == '\\0') return true;\n"
      "  return false;\n}}\n\n"
      "/// The kind of a card, by what cudaDeviceProp says: name and multiProcessorCount.\n"
      "constexpr card_kind kind_of(const char* name, [[maybe_unused]] int multiprocessors) {{\n",
      fmt::join(spaces, ", "));
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    const auto& card = profiles[i].card;
    const std::string count =
        card.multiprocessors ? fmt::format(" && multiprocessors == {}", *card.multiprocessors) : "";
    text += fmt::format("  if (same_text(name, {}){}) return card_kind::{};\n",
                        cpp_string(card.name), count, spaces[i]);
  }
  return text +
         "  return card_kind::unknown;\n}\n\n"
         "}  // namespace warpmark_policies\n";
}

}  // namespace

std::string policy_header(std::span<const profile> profiles, const std::string& profile_name) {
  const auto spaces = spaces_of(profiles);
  std::string text = comment(
      "//", fmt::format("Generated by `warpmark export --format header {}`: edit nothing here.",
                        profile_name));
  for (std::size_t i = 0; i < spaces.size(); ++i) text += "//\n" + about(profiles[i], spaces[i]);
  text += "// clang-format off\n#pragma once\n\n#include <cstddef>\n#include <cstdint>\n";
  for (std::size_t i = 0; i < spaces.size(); ++i) text += "\n" + card_part(profiles[i], spaces[i]);
  if (spaces.size() > 1) text += card_selection(profiles, spaces);
  return text;
}

}  // namespace warpmark::tuning
