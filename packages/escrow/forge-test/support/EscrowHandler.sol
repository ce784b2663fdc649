// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EscrowRegistry} from "../../contracts/EscrowRegistry.sol";
import {EscrowTerms, HopRoute, NATIVE_TOKEN} from "../../contracts/EscrowTypes.sol";
import {IEscrowRegistry} from "../../contracts/IEscrowRegistry.sol";
import {HopBridge} from "../../contracts/HopBridge.sol";
import {Log, Vm} from "./Vm.sol";

/// @dev Acts as every party. Each function is one random step; a step that the contracts refuse reverts, and forge
///      counts it as a revert. Calls that the contracts accept are checked against the rules, which are written here a
///      second time in another way.
contract EscrowHandler {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    struct Escrow {
        EscrowTerms terms;
        address vault;
        bytes32 secret;
        bool isCreated;
        uint256 claims;
        uint256 hops;
        uint256 cancels;
        uint256 eventState;
    }

    bytes32 private constant CREATE_ESCROW_TYPEHASH = keccak256(
        "CreateEscrow(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash,uint256 deadline)"
    );
    bytes32 private constant CONSENT_TYPEHASH = keccak256("ConsentCancel(address vault,uint256 deadline)");
    uint256 private constant PARTIES = 4;
    address private constant ELSEWHERE = address(0xE15E);

    EscrowRegistry private immutable REGISTRY;
    address private immutable TOKEN;
    HopBridge private immutable BRIDGE;
    bytes32 private immutable DESTINATION;
    address private immutable TOKEN_HOME;

    Escrow[] private _escrows;
    mapping(address asset => uint256) public paidIn;
    uint256 public forbidden;
    string public lastForbidden;

    constructor(EscrowRegistry registry, IERC20 token, HopBridge bridge, bytes32 destination) {
        REGISTRY = registry;
        TOKEN = address(token);
        BRIDGE = bridge;
        DESTINATION = destination;
        TOKEN_HOME = bridge.getRoute(address(token), destination).transferrer;
    }

    function count() external view returns (uint256) {
        return _escrows.length;
    }

    function escrowAt(uint256 index) external view returns (Escrow memory) {
        return _escrows[index];
    }

    function held(address asset, address owner) public view returns (uint256) {
        return asset == NATIVE_TOKEN ? owner.balance : IERC20(asset).balanceOf(owner);
    }

    /// @dev The sum that the parties hold. They start with nothing, and only vaults pay them.
    function paidOut(address asset) external view returns (uint256 total) {
        for (uint256 i = 0; i < PARTIES; ++i) {
            total += held(asset, _party(i));
        }
        return total + held(asset, ELSEWHERE) + held(asset, TOKEN_HOME);
    }

    // Steps.

    /// @dev Plans an escrow, which may never be created.
    function plan(uint256 kind, uint256 creator, uint256 recipient, uint128 amount, uint256 window) external {
        _plan(kind, creator, recipient, amount, window);
    }

    /// @dev Funds and creates an escrow at once, so that later steps have something to settle.
    function open(uint256 kind, uint256 creator, uint128 amount, uint256 window) external {
        Escrow storage escrow = _plan(kind, creator, creator % PARTIES + 1, 1 + amount % 999 ether, window);
        vm.recordLogs();
        _pay(escrow, escrow.terms.amount);
        REGISTRY.createEscrow(escrow.terms);
        _created(escrow);
    }

    function _plan(uint256 kind, uint256 creator, uint256 recipient, uint128 amount, uint256 window)
        private
        returns (Escrow storage escrow)
    {
        bytes32 secret = keccak256(abi.encode("secret", _escrows.length));
        uint256[4] memory windows = [uint256(60), 600, 3600, 30 days];
        EscrowTerms memory terms = EscrowTerms({
            token: kind % 3 == 0 ? NATIVE_TOKEN : TOKEN,
            creator: _party(creator),
            recipient: _party(recipient),
            hopBridge: kind % 3 == 2 ? address(BRIDGE) : address(0),
            amount: amount % 1000 ether,
            cancelAfter: uint40(block.timestamp + windows[window % 4]),
            commitmentHash: sha256(abi.encodePacked(secret))
        });
        escrow = _escrows.push();
        escrow.terms = terms;
        escrow.vault = REGISTRY.vaultAddress(terms);
        escrow.secret = secret;
    }

    function warp(uint256 secondsLater) external {
        vm.warp(block.timestamp + secondsLater % 900);
    }

    /// @dev Pays exactly the amount in half of the cases, and any other value otherwise.
    function fund(uint256 index, uint256 amount) external {
        Escrow storage escrow = _pick(index);
        _pay(escrow, amount % 2 == 0 ? escrow.terms.amount : amount % 2000 ether);
    }

    function createPrefunded(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pick(index);
        vm.prank(_party(caller));
        REGISTRY.createEscrow(escrow.terms);
        _created(escrow);
    }

    function createNative(uint256 index) external {
        Escrow storage escrow = _pick(index);
        paidIn[NATIVE_TOKEN] += escrow.terms.amount;
        REGISTRY.createEscrowNative{value: escrow.terms.amount}(escrow.terms);
        _created(escrow);
    }

    /// @dev Creates an escrow by anybody's signature. Only the creator's may succeed.
    function createSigned(uint256 index, uint256 signer, uint256 deadline) external {
        Escrow storage escrow = _pick(index);
        EscrowTerms memory terms = escrow.terms;
        deadline = block.timestamp + deadline % 3600 - 1800;
        require(terms.token == TOKEN, "not by pull");
        require(IERC20(TOKEN).transfer(terms.creator, terms.amount), "transfer");
        vm.prank(terms.creator);
        IERC20(TOKEN).approve(address(REGISTRY), terms.amount);
        bytes32 structHash = keccak256(abi.encode(CREATE_ESCROW_TYPEHASH, terms, deadline));
        paidIn[TOKEN] += terms.amount;
        signer = signer % 2 == 0 ? _partyIndex(terms.creator) : signer;
        REGISTRY.createEscrowSigned(terms, deadline, _sign(signer, structHash));
        if (_party(signer) != terms.creator) _forbid("created by another's signature");
        if (deadline < block.timestamp) _forbid("created by an expired signature");
        _created(escrow);
    }

    function createApproved(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pickPullable(index);
        address from = _caller(caller, escrow.terms.creator);
        vm.prank(from);
        REGISTRY.createEscrowSigned(escrow.terms, 0, "");
        if (from != escrow.terms.creator) _forbid("pulled for another");
        _created(escrow);
    }

    /// @dev The permit is invalid, as it is after a stranger has used it. The allowance decides then, and only the
    ///      creator may call.
    function createPermit(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pickPullable(index);
        address from = _caller(caller, escrow.terms.creator);
        vm.prank(from);
        REGISTRY.createEscrowPermit(escrow.terms, 0, 27, 0, 0, block.timestamp, "");
        if (from != escrow.terms.creator) _forbid("pulled for another by a permit");
        _created(escrow);
    }

    /// @dev Creates two escrows in one batch. At least one of the two must succeed.
    function createBatch(uint256 index, uint256 other) external {
        Escrow storage escrow = _pick(index);
        EscrowTerms[] memory terms = new EscrowTerms[](2);
        terms[0] = escrow.terms;
        terms[1] = _escrows[other % _escrows.length].terms;
        address[] memory vaults = REGISTRY.createEscrowBatch(terms);
        require(vaults[0] != address(0) || vaults[1] != address(0), "nothing was created");
        Log[] memory logs = vm.getRecordedLogs();
        if (vaults[0] != address(0)) _createdBy(logs, escrow);
        if (vaults[1] != address(0)) _createdBy(logs, _escrows[other % _escrows.length]);
    }

    /// @dev Closes the route at once and for ever. Later hops over it are paid on this chain.
    function closeRoute(uint256 seed) external {
        require(seed % 8 == 0, "seldom");
        vm.prank(BRIDGE.owner());
        BRIDGE.closeRoute(TOKEN, DESTINATION);
    }

    function claim(uint256 index, uint256 secret, uint256 caller) external {
        Escrow storage escrow = _pickCreated(index);
        bytes32 given = _secret(escrow, secret);
        uint256 before = held(escrow.terms.token, escrow.terms.recipient);
        vm.prank(_party(caller));
        REGISTRY.claim(escrow.terms, given);
        if (escrow.terms.hopBridge != address(0)) _forbid("plain claim of a hop vault");
        _claimed(escrow, given, before, escrow.terms.recipient);
    }

    function claimTo(uint256 index, uint256 secret, uint256 caller) external {
        Escrow storage escrow = _pickCreated(index);
        bytes32 given = _secret(escrow, secret);
        address from = _caller(caller, escrow.terms.recipient);
        uint256 before = held(escrow.terms.token, ELSEWHERE);
        vm.prank(from);
        REGISTRY.claimTo(escrow.terms, given, ELSEWHERE, block.timestamp, "");
        if (from != escrow.terms.recipient) _forbid("redirected by another");
        _claimed(escrow, given, before, ELSEWHERE);
    }

    function claimHop(uint256 index, uint256 secret, uint256 caller, uint256 fee) external {
        Escrow storage escrow = _pickCreated(index);
        bytes32 given = _secret(escrow, secret);
        address from = _caller(caller, escrow.terms.recipient);
        uint256 relayerFee = fee % (2 * uint256(escrow.terms.amount));
        HopRoute memory route = HopRoute(DESTINATION, from, TOKEN, relayerFee, 400_000, block.timestamp);
        address recipient = escrow.terms.recipient;
        uint256 before = held(TOKEN, TOKEN_HOME) + held(TOKEN, recipient);
        vm.prank(from);
        REGISTRY.claimHop(escrow.terms, given, route, "");
        if (from != escrow.terms.recipient) _forbid("bridged by another");
        if (escrow.terms.hopBridge == address(0)) _forbid("bridged a plain vault");
        uint256 reached = held(TOKEN, TOKEN_HOME) + held(TOKEN, recipient);
        if (reached != before + escrow.terms.amount) _forbid("bridged another amount");
        _requireClaimable(escrow, given);
        ++escrow.hops;
        _note(escrow);
    }

    function claimBatch(uint256 first, uint256 size) external {
        size = 1 + size % 4;
        IEscrowRegistry.BatchClaim[] memory claims = new IEscrowRegistry.BatchClaim[](size);
        for (uint256 i = 0; i < size; ++i) {
            Escrow storage escrow = _pick(first % _escrows.length + i);
            claims[i] = IEscrowRegistry.BatchClaim(escrow.terms, escrow.secret, 200_000);
        }
        bool[] memory claimed = REGISTRY.claimBatch(claims);
        bool isAny;
        for (uint256 i = 0; i < size; ++i) {
            Escrow storage escrow = _escrows[(first % _escrows.length + i) % _escrows.length];
            if (!claimed[i]) continue;
            isAny = true;
            _requireClaimable(escrow, escrow.secret);
            ++escrow.claims;
        }
        require(isAny, "nothing was claimed");
        _noteAll();
    }

    function cancel(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pickCreated(index);
        uint256 before = held(escrow.terms.token, escrow.terms.creator);
        uint256 balance = held(escrow.terms.token, escrow.vault);
        vm.prank(_party(caller));
        REGISTRY.cancel(escrow.terms);
        if (block.timestamp < escrow.terms.cancelAfter) _forbid("cancelled early");
        _cancelled(escrow, before + balance);
    }

    function cancelTo(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pickCreated(index);
        uint256 before = held(escrow.terms.token, ELSEWHERE);
        uint256 balance = held(escrow.terms.token, escrow.vault);
        address from = _caller(caller, escrow.terms.creator);
        vm.prank(from);
        REGISTRY.cancelTo(escrow.terms, ELSEWHERE, block.timestamp, "");
        if (from != escrow.terms.creator) _forbid("cancellation redirected by another");
        if (block.timestamp < escrow.terms.cancelAfter) _forbid("redirected early");
        _cancelledTo(escrow, ELSEWHERE, before + balance);
    }

    /// @dev Cancels by anybody's signature. Only the recipient's consent may succeed.
    function consentBySignature(uint256 index, uint256 signer) external {
        Escrow storage escrow = _pickCreated(index);
        uint256 before = held(escrow.terms.token, escrow.terms.creator);
        uint256 balance = held(escrow.terms.token, escrow.vault);
        signer = signer % 2 == 0 ? _partyIndex(escrow.terms.recipient) : signer;
        bytes32 structHash = keccak256(abi.encode(CONSENT_TYPEHASH, escrow.vault, block.timestamp));
        REGISTRY.cancelWithConsent(escrow.terms, block.timestamp, _sign(signer, structHash));
        if (_party(signer) != escrow.terms.recipient) _forbid("consent signed by another");
        _cancelled(escrow, before + balance);
    }

    function recoverPrefundTo(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pick(index);
        uint256 before = held(escrow.terms.token, ELSEWHERE);
        uint256 balance = held(escrow.terms.token, escrow.vault);
        address from = _caller(caller, escrow.terms.creator);
        vm.prank(from);
        REGISTRY.recoverPrefund(escrow.terms, ELSEWHERE);
        if (from != escrow.terms.creator) _forbid("prefund redirected by another");
        _cancelledTo(escrow, ELSEWHERE, before + balance);
    }

    function sweepTo(uint256 index, uint256 caller, bool isNative) external {
        Escrow storage escrow = _pickCreated(index);
        address from = _caller(caller, escrow.terms.creator);
        vm.prank(from);
        REGISTRY.sweep(escrow.terms, isNative ? NATIVE_TOKEN : TOKEN, ELSEWHERE, block.timestamp, "");
        if (from != escrow.terms.creator) _forbid("swept elsewhere by another");
        if (escrow.claims + escrow.hops + escrow.cancels == 0) _forbid("swept elsewhere while open");
    }

    function cancelWithConsent(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pickCreated(index);
        uint256 before = held(escrow.terms.token, escrow.terms.creator);
        uint256 balance = held(escrow.terms.token, escrow.vault);
        address from = _caller(caller, escrow.terms.recipient);
        vm.prank(from);
        REGISTRY.cancelWithConsent(escrow.terms, block.timestamp, "");
        if (from != escrow.terms.recipient) _forbid("consent by another");
        _cancelled(escrow, before + balance);
    }

    function recoverPrefund(uint256 index, uint256 caller) external {
        Escrow storage escrow = _pick(index);
        uint256 before = held(escrow.terms.token, escrow.terms.creator);
        uint256 balance = held(escrow.terms.token, escrow.vault);
        address from = _caller(caller, escrow.terms.creator);
        vm.prank(from);
        REGISTRY.recoverPrefund(escrow.terms, escrow.terms.creator);
        bool isEarly = block.timestamp < escrow.terms.cancelAfter;
        if (isEarly && from != escrow.terms.creator) _forbid("prefund recovered early by another");
        _cancelled(escrow, before + balance);
    }

    function sweep(uint256 index, bool isNative) external {
        Escrow storage escrow = _pick(index);
        REGISTRY.sweep(escrow.terms, isNative ? NATIVE_TOKEN : TOKEN, escrow.terms.creator, 0, "");
        if (escrow.claims + escrow.hops + escrow.cancels == 0) _forbid("swept while open");
    }

    // The effect of a step on the books.

    function _created(Escrow storage escrow) private {
        _createdBy(vm.getRecordedLogs(), escrow);
    }

    function _createdBy(Log[] memory logs, Escrow storage escrow) private {
        if (escrow.isCreated) _forbid("created twice");
        escrow.isCreated = true;
        if (held(escrow.terms.token, escrow.vault) < escrow.terms.amount) _forbid("created without its amount");
        _apply(logs, escrow);
    }

    function _claimed(Escrow storage escrow, bytes32 secret, uint256 before, address to) private {
        _requireClaimable(escrow, secret);
        if (held(escrow.terms.token, to) != before + escrow.terms.amount) _forbid("paid another amount");
        ++escrow.claims;
        _note(escrow);
    }

    function _requireClaimable(Escrow storage escrow, bytes32 secret) private {
        if (secret != escrow.secret) _forbid("claimed without the preimage");
        if (block.timestamp >= escrow.terms.cancelAfter) _forbid("claimed after the deadline");
        if (!escrow.isCreated) _forbid("claimed before it was created");
    }

    function _cancelled(Escrow storage escrow, uint256 expected) private {
        _cancelledTo(escrow, escrow.terms.creator, expected);
    }

    function _cancelledTo(Escrow storage escrow, address to, uint256 expected) private {
        if (held(escrow.terms.token, to) != expected) _forbid("repaid another amount");
        escrow.isCreated = true;
        ++escrow.cancels;
        _note(escrow);
    }

    function _noteAll() private {
        Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < _escrows.length; ++i) {
            _apply(logs, _escrows[i]);
        }
    }

    /// @dev Replays the events of this step, as a watcher would.
    function _note(Escrow storage escrow) private {
        _apply(vm.getRecordedLogs(), escrow);
    }

    function _apply(Log[] memory logs, Escrow storage escrow) private {
        for (uint256 i = 0; i < logs.length; ++i) {
            Log memory log = logs[i];
            if (log.emitter != address(REGISTRY) || log.topics[1] != bytes32(uint256(uint160(escrow.vault)))) continue;
            if (log.topics[0] == IEscrowRegistry.EscrowCreated.selector) escrow.eventState = 1;
            if (log.topics[0] == IEscrowRegistry.EscrowClaimed.selector) escrow.eventState = 2;
            if (log.topics[0] == IEscrowRegistry.EscrowHopDispatched.selector) escrow.eventState = 2;
            if (log.topics[0] == IEscrowRegistry.EscrowCancelled.selector) escrow.eventState = 3;
        }
    }

    function _forbid(string memory what) private {
        ++forbidden;
        lastForbidden = what;
    }

    /// @dev Chooses an escrow, and begins to record the events of this step.
    function _pick(uint256 index) private returns (Escrow storage) {
        vm.recordLogs();
        return _escrows[index % _escrows.length];
    }

    /// @dev Chooses an escrow whose vault exists. A call to an address without code would revert before it is made, and
    ///      its prank would then apply to the next step's first call.
    function _pickCreated(uint256 index) private returns (Escrow storage escrow) {
        escrow = _pick(index);
        require(escrow.vault.code.length != 0, "not created");
    }

    /// @dev Chooses an escrow that is not created, gives its creator the amount, and lets the registry take it. All
    ///      this holds for one step only.
    function _pickPullable(uint256 index) private returns (Escrow storage escrow) {
        escrow = _pick(index);
        EscrowTerms memory terms = escrow.terms;
        require(terms.token == TOKEN && escrow.vault.code.length == 0, "not by pull");
        paidIn[TOKEN] += terms.amount;
        require(IERC20(TOKEN).transfer(terms.creator, terms.amount), "transfer");
        vm.prank(terms.creator);
        IERC20(TOKEN).approve(address(REGISTRY), terms.amount);
    }

    function _pay(Escrow storage escrow, uint256 amount) private {
        paidIn[escrow.terms.token] += amount;
        if (escrow.terms.token == NATIVE_TOKEN) {
            (bool isPaid,) = escrow.vault.call{value: amount}("");
            require(isPaid, "refused");
        } else {
            require(IERC20(TOKEN).transfer(escrow.vault, amount), "transfer");
        }
    }

    /// @dev Returns the right secret in three of four cases, and a wrong one otherwise.
    function _secret(Escrow storage escrow, uint256 seed) private view returns (bytes32) {
        return seed % 4 == 0 ? bytes32(seed) : escrow.secret;
    }

    /// @dev Returns the party that may make the call in three of four cases, and any party otherwise.
    function _caller(uint256 seed, address entitled) private pure returns (address) {
        return seed % 4 == 0 ? _party(seed / 4) : entitled;
    }

    function _partyIndex(address party) private pure returns (uint256 index) {
        while (_party(index) != party) ++index;
    }

    function _party(uint256 seed) private pure returns (address) {
        return vm.addr(_key(seed));
    }

    function _key(uint256 seed) private pure returns (uint256) {
        return 0xB00C + seed % PARTIES;
    }

    function _sign(uint256 signer, bytes32 structHash) private view returns (bytes memory) {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", REGISTRY.domainSeparator(), structHash));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_key(signer), digest);
        return abi.encodePacked(r, s, v);
    }
}
