#include <fmt/format.h>

#include "base/npy_file.hpp"
#include "base/sha256.hpp"
#include "base/suggest.hpp"
#include "base/toml_reader.hpp"
#include "base/toml_text.hpp"
#include "base/usage_error.hpp"
#include "bench/inspect/compile_table.hpp"
#include "bench/kernels_file/axis_table.hpp"
#include "bench/kernels_file/buffer_table.hpp"
#include "bench/kernels_file/description.hpp"
#include "bench/kernels_file/description_check.hpp"
#include "bench/kernels_file/task_table.hpp"
#include "bench/kernels_file/values.hpp"
#include "bench/kernels_file/variant_table.hpp"

namespace warpmark::kernels_file {
namespace {

namespace fs = std::filesystem;
using inspect::toml_reader;

// Reads one family.
class reader {
 public:
  // `top` is the file, `family` its table, and `parts` the parent of the family's other tables.
  // `about` has the common part of the file's families. `submission`: see read_task().
  reader(toml_reader& top, toml_reader& family, toml_reader& parts, description about,
         const fs::path& submission)
      : top_(top),
        family_(family),
        parts_(parts),
        submission_(submission),
        result_(std::move(about)) {}

  description read() {
    read_family();
    each_of("problem", [&](toml_reader& from, const std::string& name, const toml::node& node) {
      result_.axes.push_back(read_axis(from, name, node, axis_kind::problem));
    });
    each_table_of("buffer", buffer_keys(), [&](toml_reader& from, const std::string& name) {
      result_.buffers.push_back(read_buffer(from, name, buffer_owner::family));
      note_arrays(from, result_.buffers.back());
    });
    const shared_settings shared = read_shared();
    source_files sources(result_.tree);
    each_table_of("variant", variant_keys(), [&](toml_reader& from, const std::string& name) {
      result_.variants.push_back(read_variant(from, name, shared, sources));
    });
    for (auto& file : sources.files()) result_.files.push_back(std::move(file));
    read_task(shared);
    check(result_);
    return std::move(result_);
  }

 private:
  void read_family() {
    toml_reader& from = family_;
    result_.name = from.needed_text("name");
    need_name(from, "family", result_.name);
    result_.title = from.text("title").value_or(result_.name);
    read_reference(from);
    result_.bytes = read_expression(from, "bytes");
    result_.operations = read_expression(from, "ops");
    result_.traffic = traffic_of(from);
    result_.constraints = read_rules(from, "constraints");
    file_ = from.text("file").value_or("");
  }

  void read_task(const shared_settings& shared) {
    const auto* table = top_.table("task");
    if (table == nullptr) return;
    toml_reader from(*table, top_.file(), "[task]", task_keys());
    task_description& task = result_.task.emplace(read_task_table(from, result_.axes));
    if (task.baseline.empty()) task.baseline = result_.reference;
    if (result_.reference.empty())
      from.refuse("a task needs a reference in [family], which says what is right");
    const bool has_baseline = table->contains("baseline");
    if (has_baseline && result_.find_variant(task.baseline) == nullptr)
      from.refuse("baseline", fmt::format("'{}'; expected a variant of this file", task.baseline));
    const auto* launch = from.table("launch");
    task.has_launch = launch != nullptr;
    from.finish();
    if (submission_.empty()) return;
    for (const char* key : {"compiler", "compile_commands"})
      if (const auto* compile = top_.table("compile"); compile && compile->contains(key))
        top_.refuse(
            fmt::format("[compile] {}: the sources of submissions are compiled by NVRTC "
                        "only; expected no such key",
                        key));
    add_submission(shared, launch);
  }

  void add_submission(const shared_settings& settings, const toml::table* launch) {
    try {
      read_submission(settings, launch);
    } catch (const usage_error& error) {
      throw usage_error(
          fmt::format("{}: {}", submission_.string(), source_tree::with_places(error.what())));
    }
  }

  // Its author is not trusted: it is compiled from its own folder alone.
  void read_submission(shared_settings settings, const toml::table* launch) {
    const fs::path folder = fs::canonical(submission_).parent_path();
    submission_tree_ = source_tree::closed(folder);
    settings.folder = folder;
    settings.compile.search_folders = false;
    source_files sources(submission_tree_);
    const std::string name = submission_.filename().string();
    if (submission_.extension() == ".toml") {
      const std::string text = submission_tree_.read(folder / name, input::max_toml_bytes);
      const toml::table table = inspect::parse_toml(text, submission_.string());
      toml_reader top(table, submission_.string(), "", {"variant"});
      const auto* variants = top.table("variant");
      top.finish();
      if (variants == nullptr || variants->size() != 1 || !variants->begin()->second.is_table())
        top.refuse("expected one table [variant.NAME], with 'file', 'entry', 'grid' and 'block'");
      const auto [name_of_variant, node] =
          toml_reader(*variants, submission_.string(), "[variant]").in_order().front();
      toml_reader from(*node->as_table(), submission_.string(),
                       fmt::format("[variant.{}]", name_of_variant), variant_keys());
      settings.file.clear();
      add_variant(from, settings, sources);
      result_.files.push_back({submission_.string(), compiler::sha256().part(text).hex()});
    } else {
      if (launch == nullptr)
        top_.refuse(
            fmt::format("it has no [task.launch], which says how {} is launched; expected a "
                        "submission.toml with [variant.NAME]",
                        name));
      toml_reader from(*launch, top_.file(), "[task.launch]", variant_keys());
      if (launch->contains("file"))
        from.refuse("file", "it is the submission; expected no such key");
      settings.file = name;
      add_variant(from, settings, sources);
    }
    for (auto& file : sources.files()) result_.files.push_back(std::move(file));
  }

  void add_variant(toml_reader& from, const shared_settings& settings, source_files& sources) {
    variant_description added = read_variant(from, submission_name, settings, sources);
    for (auto& step : added.steps)
      if (auto* launch = std::get_if<launch_description>(&step)) launch->is_untrusted = true;
    if (result_.find_variant(submission_name) != nullptr)
      top_.refuse(
          fmt::format("[variant.{}]: the name of submissions; expected another", submission_name));
    result_.variants.push_back(std::move(added));
  }

  void read_reference(toml_reader& from) {
    const auto text = from.text("reference");
    result_.reference_where = place_of(from, "reference");
    result_.reference = text.value_or("");
    result_.unverified = text && *text == "none";
    if (result_.unverified) result_.reference.clear();
  }

  static memory_traffic traffic_of(toml_reader& from) {
    const std::string text = from.text("traffic").value_or("copy");
    for (const auto item : {memory_traffic::read, memory_traffic::write, memory_traffic::copy})
      if (name(item) == text) return item;
    from.refuse("traffic",
                fmt::format("'{}'{}", text, did_you_mean(text, {"read", "write", "copy"})));
  }

  shared_settings read_shared() {
    shared_settings shared{.folder = result_.folder,
                           .file = file_,
                           .compile = {},
                           .defines = {},
                           .options = {},
                           .problem_axes = result_.axes};
    const auto* table = top_.table("compile");
    // Complete programs include host headers that their kernels do not need.
    shared.compile.stub_host_headers = true;
    shared.compile.search_folders = !result_.tree.is_closed();
    if (table == nullptr) return shared;
    toml_reader from(*table, top_.file(), "[compile]", inspect::compile_keys());
    shared.compile = inspect::read_compile_settings(from, result_.folder);
    for (const char* key : {"compiler", "compile_commands"})
      if (result_.tree.is_closed() && table->contains(key))
        from.refuse(key,
                    "the gate compiles revisions with NVRTC only, since their authors could name "
                    "any program; expected no such key");
    if (!table->contains("host_headers")) shared.compile.stub_host_headers = !shared.compile.as_is;
    shared.compile.search_folders = !result_.tree.is_closed();
    if (const auto wrong =
            shared.compile.standard.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+");
        wrong != std::string::npos)
      from.refuse("std", fmt::format("'{}'; expected a standard, e.g. c++17 or c++20",
                                     shared.compile.standard));
    from.finish();
    for (const auto& define : shared.compile.defines)
      shared.defines.emplace_back(define, place_of(from, "defines"));
    for (const auto& option : shared.compile.options)
      shared.options.emplace_back(option, place_of(from, "options"));
    return shared;
  }

  template <class Visit>
  void each_of(const char* key, Visit&& visit) {
    const auto* table = parts_.table(key);
    if (table == nullptr || table->empty())
      parts_.refuse(fmt::format("[{}.NAME] is missing; expected one or more", key));
    toml_reader from(*table, top_.file(), fmt::format("[{}]", key));
    for (const auto& [name, node] : from.in_order()) visit(from, name, *node);
  }

  template <class Visit>
  void each_table_of(const char* key, const inspect::key_list& known, Visit&& visit) {
    each_of(key, [&](toml_reader& from, const std::string& name, const toml::node& node) {
      if (!node.is_table())
        from.refuse(name.c_str(), fmt::format("expected a table [{}.{}]", key, name));
      toml_reader table(*node.as_table(), top_.file(), fmt::format("[{}.{}]", key, name), known);
      visit(table, name);
    });
  }

  void note_arrays(const toml_reader& from, const buffer_description& buffer_description) {
    const auto note = [&](const char* key, const std::string& name) {
      const fs::path path = result_.folder / name;
      const std::string where = place_of(from, key);
      inspect::in_place(where, [&] {
        const auto array = inspect::read_npy(path, result_.tree);
        result_.arrays[name] = {array.descriptor, array.count()};
      });
      result_.files.push_back({path.string(), digest_of(path, where, result_.tree)});
    };
    if (buffer_description.init && buffer_description.init->text().starts_with("@"))
      note("init", buffer_description.init->text().substr(1));
    if (buffer_description.expected) note("expected", *buffer_description.expected);
  }

  toml_reader &top_, &family_, &parts_;
  fs::path submission_;
  source_tree submission_tree_;
  std::string file_;
  description result_;
};

// The keys of [family], and the tables next to it, or inside it if there are several.
const inspect::key_list& family_keys() {
  static const inspect::key_list keys = {"name", "title",   "reference",   "bytes",
                                         "ops",  "traffic", "constraints", "file"};
  return keys;
}

const inspect::key_list& part_keys() {
  static const inspect::key_list keys = {"problem", "buffer", "variant"};
  return keys;
}

// [family] next to [problem], [buffer.NAME] and [variant.NAME]; or several [[family]], each
// containing these tables.
std::vector<description> read_families(toml_reader& top, const description& about,
                                       const fs::path& submission) {
  std::vector<description> result;
  const auto add = [&](toml_reader& family, toml_reader& parts) {
    result.push_back(reader(top, family, parts, about, submission).read());
    for (std::size_t i = 0; i + 1 < result.size(); ++i)
      if (result[i].name == result.back().name)
        family.refuse("name", fmt::format("duplicate name '{}'", result.back().name));
  };
  const auto* node = top.node("family");
  if (node == nullptr)
    top.refuse("[family] is missing; expected [family] with a name, or several [[family]]");
  if (node->is_array()) {
    if (top.node("task") != nullptr)
      top.refuse("task", "there are several families; expected one in a file with a task");
    top.each_table("family", inspect::all_keys({family_keys(), part_keys()}),
                   [&](toml_reader& family) { add(family, family); });
    if (result.empty()) top.refuse("family", "empty; expected one [[family]] or more");
  } else {
    const auto* table = top.table("family");
    toml_reader family(*table, top.file(), "[family]", family_keys());
    add(family, top);
    family.finish();
  }
  top.finish();
  return result;
}

}  // namespace

const variant_description* description::find_variant(const std::string& variant_name) const {
  for (const auto& variant : variants)
    if (variant.name == variant_name) return &variant;
  return nullptr;
}

const buffer_description* description::find_buffer(const variant_description& variant_description,
                                                   const std::string& buffer_name) const {
  for (const auto* list : {&buffers, &variant_description.buffers})
    for (const auto& item : *list)
      if (item.name == buffer_name) return &item;
  return nullptr;
}

namespace {

std::vector<description> read_all(const fs::path& requested, const source_tree& tree,
                                  const fs::path& submission) {
  const fs::path path = tree.is_closed() ? fs::path(tree.place(requested)) : requested;
  const std::string text = tree.read(path, input::max_toml_bytes);
  compiler::sha256 hash;
  description about;
  about.path = path.string();
  about.digest = hash.part(text).hex();
  about.folder = path.parent_path();
  about.tree = tree;
  const toml::table table = inspect::parse_toml(text, path.string());
  try {
    toml_reader top(table, path.string(), "",
                    inspect::all_keys({{"family", "compile", "task"}, part_keys()}));
    return read_families(top, about, submission);
  } catch (const usage_error& error) {
    throw usage_error(inspect::in_one_line(error.what()));
  }
}

}  // namespace

std::vector<description> read_descriptions(const fs::path& requested, const source_tree& tree) {
  return read_all(requested, tree, {});
}

description read_task(const fs::path& task, const fs::path& submission) {
  if (std::error_code error; !submission.empty() && !fs::is_regular_file(submission, error))
    throw usage_error(
        fmt::format("{}: no such file; expected a source or a TOML file", submission.string()));
  auto read = read_all(task, source_tree(), submission);
  if (read.size() != 1 || !read.front().task)
    throw usage_error(fmt::format("{}: it has no [task]; expected one", task.string()));
  return std::move(read.front());
}

}  // namespace warpmark::kernels_file
