#include "ci/gate/presentable.hpp"

#include "base/source_tree.hpp"
#include "base/visible_text.hpp"

namespace warpmark::gate {
namespace {

void show(std::string& text) { text = visible_text(source_tree::with_places(text)); }

void show(source_place& place, const std::filesystem::path& root_in_repository) {
  if (const auto path = repository_path(root_in_repository, place.file); !path.empty())
    place.file = path;
}

}  // namespace

std::string repository_path(const std::filesystem::path& root_in_repository,
                            const std::string& place) {
  if (place.empty()) return "";
  const auto path = (root_in_repository / place).lexically_normal();
  return path.is_absolute() || *path.begin() == ".." || path == "." ? "" : path.generic_string();
}

void make_presentable(gate_result& result, const std::filesystem::path& root_in_repository) {
  for (auto& finding : result.findings) {
    show(finding.subject);
    show(finding.reason);
    show(finding.place, root_in_repository);
    for (auto& change : finding.changes) {
      show(change.why);
      show(change.place, root_in_repository);
    }
  }
  for (auto& warning : result.warnings) show(warning);
  show(result.ending.reason);
}

}  // namespace warpmark::gate
