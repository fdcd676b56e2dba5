#include "ci/gate/sides/git_repository.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "base/processes/child_process.hpp"
#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::gate {
namespace {

std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n')); }

// Folder names may contain line ends.
std::string without_line_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

// Output of git with -z.
std::vector<std::string> split_at_zeros(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\0', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool is_in_one_of(const std::string& path, const std::vector<std::string>& parts) {
  return parts.empty() || std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
           return path == part || path.starts_with(part + "/");
         });
}

}  // namespace

std::vector<std::string> git_repository::command(const std::vector<std::string>& words) const {
  // Without optional locks, so that `status` does not write to the index. The repository's
  // configuration must not start programs, and a folder of the work tree must not be taken for a
  // repository.
  std::vector<std::string> result = {"git",
                                     "--no-optional-locks",
                                     "--no-replace-objects",
                                     "--literal-pathspecs",
                                     "--no-pager",
                                     "-c",
                                     "core.fsmonitor=false",
                                     "-c",
                                     "core.hooksPath=/dev/null",
                                     "-c",
                                     "safe.bareRepository=explicit",
                                     "-C",
                                     folder_.string()};
  result.insert(result.end(), words.begin(), words.end());
  return result;
}

std::optional<std::string> git_repository::answer(const std::vector<std::string>& words,
                                                  const std::string& input) const {
  const auto ended = processes::run_child(command(words), input);
  if (ended.status != 0) return std::nullopt;
  return ended.out;
}

std::optional<git_repository> git_repository::around(const std::filesystem::path& folder) {
  git_repository found(folder, "");
  const auto prefix = found.answer({"rev-parse", "--show-prefix"});
  const auto top = found.answer({"rev-parse", "--show-toplevel"});
  if (!prefix || !top) return std::nullopt;
  found.prefix_ = without_line_end(*prefix);
  if (found.prefix_.ends_with('/')) found.prefix_.pop_back();
  std::error_code unknown;
  found.top_ = std::filesystem::canonical(without_line_end(*top), unknown);
  if (unknown) return std::nullopt;
  return found;
}

std::string git_repository::shallow_advice() const {
  const auto shallow = answer({"rev-parse", "--is-shallow-repository"});
  if (!shallow || first_line_of(*shallow) != "true") return "";
  return "; this clone is shallow: `git fetch --unshallow` fetches the rest";
}

std::string git_repository::near_names(const std::string& revision) const {
  const auto names = answer({"for-each-ref", "--format=%(refname:short)"});
  std::vector<std::string> near;
  std::istringstream lines(names.value_or(""));
  const std::size_t max_distance = std::max<std::size_t>(2, revision.size() / 3);
  for (std::string text; std::getline(lines, text);)
    if (edit_distance(revision, text) <= max_distance) near.push_back(text);
  if (!near.empty()) return did_you_mean(revision, near);
  return " (`git branch --all` and `git tag` list the known ones)";
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
  auto words = without_filters();
  for (const char* word : {"status", "--porcelain", "--ignore-submodules=all", "--", "."})
    words.emplace_back(word);
  const auto changes = answer(words);
  return changes && !changes->empty();
}

void git_repository::extract(const std::string& commit, const std::vector<std::string>& parts,
                             const std::filesystem::path& to) const {
  const std::string name = "revision " + commit.substr(0, 12);
  const auto listed = answer({"ls-tree", "-r", "-l", "-z", "--full-tree", commit});
  if (!listed) throw usage_error(name + ": its files cannot be listed");
  std::vector<tree_entry> entries;
  for (const auto& word : split_at_zeros(*listed)) {
    const auto tab = word.find('\t');
    std::istringstream words(word.substr(0, tab));
    tree_entry entry;
    std::string kind, size;
    words >> entry.mode >> kind >> entry.object >> size;
    if (tab == std::string::npos || !is_in_one_of(word.substr(tab + 1), parts)) continue;
    entry.path = word.substr(tab + 1);
    if (kind != "blob") continue;  // A submodule: its files belong to another repository.
    entry.bytes = std::strtoull(size.c_str(), nullptr, 10);
    entries.push_back(std::move(entry));
  }
  require_writable_tree(entries, name);
  write_blobs(entries, to, name);
}

void git_repository::write_blobs(const std::vector<tree_entry>& entries,
                                 const std::filesystem::path& to, const std::string& name) const {
  constexpr std::size_t bytes_at_once = std::size_t{64} << 20;
  blob_writer writer(to);
  for (std::size_t begin = 0; begin < entries.size();) {
    std::string requests;
    std::size_t end = begin;
    for (std::size_t bytes = 0; end < entries.size() && bytes < bytes_at_once; ++end)
      if (entries[end].bytes <= max_blob_bytes) {
        bytes += entries[end].bytes;
        requests += entries[end].object + "\n";
      }
    const auto blobs = answer({"cat-file", "--batch"}, requests);
    std::size_t at = 0;
    for (; begin < end; ++begin) {
      const tree_entry& entry = entries[begin];
      if (entry.bytes > max_blob_bytes) {
        writer.add_stand_in(entry);
        continue;
      }
      // "HASH blob SIZE\n", the contents, "\n".
      const auto line_end = blobs ? blobs->find('\n', at) : std::string::npos;
      std::istringstream words(line_end == std::string::npos ? ""
                                                             : blobs->substr(at, line_end - at));
      std::string object, kind;
      std::size_t size = 0;
      if (!(words >> object >> kind >> size) || kind != "blob" ||
          blobs->size() - line_end - 1 < size)
        throw usage_error(fmt::format("{}: its file '{}' cannot be read", name, entry.path));
      writer.add(entry, blobs->substr(line_end + 1, size));
      at = line_end + 1 + size + 1;
    }
  }
  writer.finish();
}

std::vector<tree_entry> git_repository::indexed_files() const {
  std::vector<tree_entry> entries;
  const auto listed = answer({"-C", top_.string(), "ls-files", "-s", "-z"});
  for (const auto& word : split_at_zeros(listed.value_or(""))) {
    const auto tab = word.find('\t');
    std::istringstream words(word.substr(0, tab));
    tree_entry entry;
    words >> entry.mode >> entry.object;
    if (tab == std::string::npos || !entry.mode.starts_with("100")) continue;
    entry.path = word.substr(tab + 1);
    entries.push_back(std::move(entry));
  }
  return entries;
}

// Options that prevent git from starting the configured filters.
std::vector<std::string> git_repository::without_filters() const {
  std::vector<std::string> options;
  const auto names = answer({"config", "-z", "--name-only", "--get-regexp", "^filter\\."});
  for (const auto& word : split_at_zeros(names.value_or(""))) {
    options.emplace_back("-c");
    options.push_back(word + (word.ends_with(".required") ? "=false" : "="));
  }
  return options;
}

void git_repository::extract_converted(const std::filesystem::path& to) const {
  const auto entries = indexed_files();
  std::string paths;
  for (const auto& entry : entries) paths += entry.path + '\0';
  if (paths.empty()) return;
  const auto line_ends = answer({"config", "--get", "core.autocrlf"}).value_or("") +
                         answer({"config", "--get", "core.eol"}).value_or("");
  const bool crlf_by_configuration =
      line_ends.find("true") != std::string::npos || line_ends.find("crlf") != std::string::npos;
  const auto attributes =
      split_at_zeros(answer({"-C", top_.string(), "check-attr", "-z", "--stdin", "filter", "ident",
                             "eol", "working-tree-encoding", "text", "crlf"},
                            paths)
                         .value_or(""));
  std::set<std::string> converted, filtered;  // Triples: path, attribute, value.
  for (std::size_t i = 0; i + 2 < attributes.size(); i += 3) {
    const std::string &attribute = attributes[i + 1], &value = attributes[i + 2];
    if (value == "unspecified" || value == "unset") continue;
    const bool may_be_crlf = attribute == "text" || attribute == "crlf";
    if (may_be_crlf ? crlf_by_configuration : attribute != "eol" || value == "crlf")
      converted.insert(attributes[i]);
    if (attribute == "filter") filtered.insert(attributes[i]);
  }
  if (crlf_by_configuration)
    for (const auto& entry : entries) converted.insert(entry.path);
  auto modified_words = without_filters();
  for (const char* word : {"-C", top_.c_str(), "ls-files", "-m", "-z"})
    modified_words.emplace_back(word);
  // A filter's output cannot be distinguished from a change without running the filter.
  for (const auto& item : split_at_zeros(answer(modified_words).value_or("")))
    if (!filtered.contains(item)) converted.erase(item);
  std::vector<tree_entry> stored;
  for (const auto& entry : entries)
    if (converted.contains(entry.path)) stored.push_back(entry);
  if (stored.empty()) return;
  std::string objects;
  for (const auto& object : stored) objects += object.object + "\n";
  std::istringstream sizes(
      answer({"cat-file", "--batch-check=%(objectsize)"}, objects).value_or(""));
  for (auto& object : stored) sizes >> object.bytes;
  require_writable_tree(stored, "the index");
  write_blobs(stored, to, "the index");
}

}  // namespace warpmark::gate
