#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/device_limits.hpp"
#include "variants/contract/axis.hpp"
#include "variants/contract/determinism.hpp"
#include "variants/contract/element_type.hpp"
#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark {

struct family;

/// A rule that prunes configs, with the reason shown to the user.
struct constraint {
  std::string reason;
  std::function<bool(const problem&, const config&, const device_limits&)> holds;
};

/// A predicted value of a counter; empty if none is predicted.
using predicted_count = std::optional<std::uint64_t>;

/// A predicted counter of the variant.
struct counter_prediction {
  std::string metric;      ///< A counter of docs/counters.md, or its description in words.
  std::string prediction;  ///< Its formula, with the conditions under which it holds.

  /// The counter's value at a point. The tests compare it with what simt counts if `metric` names a
  /// counter.
  std::function<predicted_count(const problem&, const config&)> value = {};
};

/// For variants that need no second one.
counter_prediction one_launch();

/// For kernels with instructions that older cards lack; 100: compute capability 10.0. The
/// interpreter has them all, but not as a named card.
constraint needs_architecture(int number);

/// Formulas in the catalogue's notation (N elements, s bytes each, B threads per block, G blocks).
struct cost_formulas {
  std::string bytes;
  std::string operations;
  std::string synchronisation;
};

/// The fault of a mutant: a published version kept with its fault, to test the checkers.
struct published_fault {
  std::string sentence;  ///< The fault and its consequence.

  /// What must catch it, and nothing else, at the mutant's default problem and base config:
  /// "wrong", the oracle's result; or the kinds of sanitizer reports of docs/counters.md, all of
  /// them; or, if the result is right, the counter whose value `predictions` predicts for the
  /// version without the fault.
  std::vector<std::string> caught_by;

  std::string sound = {};  ///< Path of the correct variant.

  /// "shared_race, missing_syncwarp"
  std::string catchers() const;
};

/// One implementation of a family's contract.
struct variant {
  std::string family;
  std::string name;
  int level;                 ///< Its level in the family's ladder, from the naive one up.
  std::string catalogue_id;  ///< "R9"
  std::string title;         ///< The name in the literature.
  std::string summary;       ///< What it does and when it wins, in a few sentences.
  std::string
      source;  ///< Where it is documented: a key of docs/sources.md and the place, or a paper.
  std::vector<element_type> types;     ///< Element types it can run on.
  std::vector<std::string> operators;  ///< Operators it can run with; empty: all of the family's.
  std::vector<axis> axes;
  std::vector<constraint> constraints = {};

  /// The problem that it is for, if not the family's base: values of problem axes, which replace
  /// the axes' own bases unless others are requested.
  std::vector<std::pair<std::string, parameter_value>> default_problem = {};

  /// For mutants, which are included only on request (see mutant.hpp).
  std::optional<published_fault> mutant = {};

  /// Why it should not be used, fast or not: it is here to be measured. Tuning does not choose it.
  std::string not_to_use = {};

  cost_formulas costs;
  std::vector<counter_prediction> predictions = {};

  /// How far its results are reproducible, for every config, where the contract leaves it a choice;
  /// see determinism_of().
  determinism reproducible = determinism::run_to_run;

  /// Elements with equal keys keep their order, or those of each part of a partition.
  bool stable = false;

  /// Those of a partition's first part keep their order; the others may be in any order.
  bool selected_in_order = false;

  /// The backends that can run it. Kernels of `kernels/` run on every backend that runs kernels.
  std::vector<std::string> backends = {"cuda", "simt"};

  /// Whether it is a plugin's. It is selected even where it cannot run, and is skipped there with
  /// the reason, after its inputs were made: a test of the plugin's host code.
  bool foreign = false;

  /// Whether it accompanies other variants of its family, a plugin's or the newest release of a
  /// library, and is selected only by name.
  bool companion = false;

  /// Why this program cannot run it on any of them, for lack of a library; empty if it can.
  std::function<std::string()> missing = [] { return std::string(); };

  /// The library whose code it calls, with its version, "CUB 3.5.0"; empty for kernels of its own.
  std::function<std::string()> library = [] { return std::string(); };

  /// The steps of one execution. Called only with configs that every constraint allows.
  std::function<launch_plan(const problem&, const config&, const device_limits&)> plan;

  /// The maximum number of roundings that one element passes through: c of the error bound c * eps
  /// * sum|a|. 0 for results that are not rounded.
  std::function<double(const problem&, const config&, const device_limits&)> rounding_depth =
      [](const problem&, const config&, const device_limits&) { return 0.0; };

  /// Its family, in the registry that it is in, which sets this. Copies of a registry's variant
  /// keep it.
  const warpmark::family* contract = nullptr;

  /// "reduce/tree_sequential"
  std::string path() const { return family + "/" + name; }

  /// The problem axes of its family, with its own bases (default_problem). None of a mutant's is
  /// swept. For variants of a registry.
  std::vector<axis> problem_axes() const;

  /// Why it cannot run on the backend of that name here; empty if it can.
  std::string unavailable_on(std::string_view backend) const;
};

/// How far its results of a problem are reproducible: on all cards if the contract determines them,
/// else, and without a contract, as the variant states.
determinism determinism_of(const variant& variant, const problem& problem);

/// The lowest level over its types, operators and payloads, at its default problem otherwise. For
/// variants of a registry.
determinism lowest_determinism(const variant& variant);

}  // namespace warpmark
