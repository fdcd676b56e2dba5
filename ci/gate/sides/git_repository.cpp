#include "ci/gate/sides/git_repository.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "bench/core/suggest.hpp"
#include "bench/core/usage_error.hpp"
#include "ci/gate/sides/child_process.hpp"

namespace warpmark::gate {
namespace {

std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::vector<std::string> git_repository::command(const std::vector<std::string>& words) const {
  // Without optional locks, so that not even `status` writes to the index.
  std::vector<std::string> result = {"git", "--no-optional-locks", "-C", folder_.string()};
  result.insert(result.end(), words.begin(), words.end());
  return result;
}

std::optional<std::string> git_repository::answer(const std::vector<std::string>& words) const {
  const auto ended = run_child(command(words));
  if (ended.status != 0) return std::nullopt;
  return ended.out;
}

std::optional<git_repository> git_repository::around(const std::filesystem::path& folder) {
  git_repository found(folder, "");
  const auto prefix = found.answer({"rev-parse", "--show-prefix"});
  if (!prefix) return std::nullopt;
  found.prefix_ = first_line_of(*prefix);
  return found;
}

std::string git_repository::shallow_advice() const {
  const auto shallow = answer({"rev-parse", "--is-shallow-repository"});
  if (!shallow || first_line_of(*shallow) != "true") return "";
  return "; this clone is shallow: `git fetch --unshallow` brings the rest";
}

std::string git_repository::near_names(const std::string& revision) const {
  const auto names = answer({"for-each-ref", "--format=%(refname:short)"});
  std::vector<std::string> near;
  std::istringstream lines(names.value_or(""));
  const std::size_t most = std::max<std::size_t>(2, revision.size() / 3);
  for (std::string each; std::getline(lines, each);)
    if (edit_distance(revision, each) <= most) near.push_back(each);
  if (!near.empty()) return did_you_mean(revision, near);
  return " (`git branch --all` and `git tag` list what there is)";
}

std::string git_repository::commit_of(const std::string& revision,
                                      const std::string& option) const {
  const auto found =
      answer({"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (found) return first_line_of(*found);
  const std::string shallow = shallow_advice();
  throw usage_error(fmt::format("{} {}: no such revision{}", option, revision,
                                shallow.empty() ? near_names(revision) : shallow));
}

std::string git_repository::merge_base(const std::string& one, const std::string& other,
                                       const std::string& option) const {
  const auto found = answer({"merge-base", one, other});
  if (found && !found->empty()) return first_line_of(*found);
  throw usage_error(fmt::format("{}: {} and {} have no commit in common{}", option,
                                one.substr(0, 12), other.substr(0, 12), shallow_advice()));
}

bool git_repository::is_in(const std::string& commit, const std::string& later,
                           const std::string& option) const {
  return answer({"merge-base", "--is-ancestor", commit_of(commit, option), later}).has_value();
}

std::optional<std::string> git_repository::head_commit() const {
  const auto found = answer({"rev-parse", "--verify", "--quiet", "HEAD"});
  if (!found) return std::nullopt;
  return first_line_of(*found);
}

bool git_repository::is_dirty() const {
  const auto changes = answer({"status", "--porcelain", "--", "."});
  return changes && !changes->empty();
}

void git_repository::extract(const std::string& commit, const std::vector<std::string>& parts,
                             const std::filesystem::path& to) const {
  const std::string tree = commit + ":" + prefix_;
  const auto entries = answer({"ls-tree", "--name-only", tree});
  if (!entries)
    throw usage_error(fmt::format("revision {} has no folder {}", commit.substr(0, 12), prefix_));
  const std::filesystem::path archive = to.string() + ".tar";
  auto words = command({"archive", "--format=tar", "--output=" + archive.string(), tree});
  std::size_t found = 0;
  for (const auto& each : parts)
    if (("\n" + *entries).find("\n" + each + "\n") != std::string::npos) {
      words.push_back(each);
      ++found;
    }
  std::filesystem::create_directories(to);
  if (!parts.empty() && found == 0) return;
  for (const auto& step : {words, {"tar", "-x", "-f", archive.string(), "-C", to.string()}})
    if (const auto ended = run_child(step); ended.status != 0)
      throw usage_error(fmt::format("the files of revision {} cannot be read: {}",
                                    commit.substr(0, 12), first_line_of(ended.errors)));
  std::filesystem::remove(archive);
}

}  // namespace warpmark::gate
