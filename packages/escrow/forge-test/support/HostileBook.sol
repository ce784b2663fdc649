// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EscrowRegistry} from "../../contracts/EscrowRegistry.sol";
import {CancelReason, EscrowTerms, NATIVE_TOKEN, VaultState} from "../../contracts/EscrowTypes.sol";
import {IEscrowRegistry} from "../../contracts/IEscrowRegistry.sol";
import {HopBridge} from "../../contracts/HopBridge.sol";
import {HostileBridge, HostileParty, MoodyToken} from "./Hostiles.sol";
import {AuthorizedToken} from "./OneSignature.sol";
import {Log, Vm} from "./Vm.sol";

/// @dev The escrows of `HostileHandler`, and what the registry's events say happened to them. Each event is checked
///      against the rules. During one call, parties that call back may settle other escrows, so only the events say
///      what happened.
abstract contract HostileBook {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    struct Escrow {
        EscrowTerms terms;
        address vault;
        bytes32 secret;
        bool isCreated;
        // The number of the step in which the escrow was created.
        uint256 createdIn;
        uint256 settlements;
        // For the hostile token: how much of it the vault really held at the creation.
        uint256 rawAtCreation;
        // Whether the party has made a call, or prepared one, in any step.
        bool recipientActs;
        bool creatorActs;
    }

    enum Suits {
        Anything,
        Claim,
        Hop,
        Cancellation,
        Recovery
    }

    address internal constant ELSEWHERE = address(0xE15E);
    bytes32 internal constant DESTINATION = keccak256("a layer 1");

    EscrowRegistry internal immutable REGISTRY;
    AuthorizedToken internal immutable HONEST;
    MoodyToken internal immutable MOODY;
    HopBridge internal immutable BRIDGE;
    HostileBridge internal immutable HOSTILE_BRIDGE;
    address internal immutable TOKEN_HOME;
    address private immutable PARTY_2 = address(new HostileParty());
    address private immutable PARTY_3 = address(new HostileParty());

    Escrow[] private _escrows;
    mapping(address vault => uint256) private _numberOf;
    mapping(address asset => uint256) public paidIn;
    uint256 private step;
    /// What settlements have paid of each asset, according to their events. Sweeps are not included.
    mapping(address asset => uint256) public eventsOut;
    uint256 public forbidden;
    string public lastForbidden;

    constructor(
        EscrowRegistry registry,
        AuthorizedToken honest,
        MoodyToken moody,
        HopBridge bridge,
        HostileBridge hostileBridge
    ) {
        REGISTRY = registry;
        HONEST = honest;
        MOODY = moody;
        BRIDGE = bridge;
        HOSTILE_BRIDGE = hostileBridge;
        TOKEN_HOME = bridge.getRoute(address(honest), DESTINATION).transferrer;
    }

    function count() public view returns (uint256) {
        return _escrows.length;
    }

    function escrowAt(uint256 index) external view returns (Escrow memory) {
        return _escrows[index];
    }

    function held(address asset, address owner) public view returns (uint256) {
        return asset == NATIVE_TOKEN ? owner.balance : IERC20(asset).balanceOf(owner);
    }

    /// @dev The sum that the parties hold. They keep nothing but what vaults paid.
    function paidOut(address asset) external view returns (uint256 total) {
        for (uint256 i = 0; i < 4; ++i) total += held(asset, _party(i));
        return total + held(asset, ELSEWHERE) + held(asset, TOKEN_HOME) + held(asset, address(HOSTILE_BRIDGE));
    }

    function _plan(uint256 kind, uint256 creator, uint256 recipient, uint128 amount, uint256 window)
        internal
        returns (Escrow storage escrow)
    {
        vm.recordLogs();
        bytes32 secret = keccak256(abi.encode("hostile secret", _escrows.length));
        uint256[4] memory windows = [uint256(60), 600, 3600, 30 days];
        address asset = _asset(kind);
        address[3] memory bridges = [address(0), address(BRIDGE), address(HOSTILE_BRIDGE)];
        EscrowTerms memory terms = EscrowTerms({
            token: asset,
            creator: _party(creator),
            recipient: _party(recipient % 4 == creator % 4 ? recipient + 1 : recipient),
            hopBridge: asset == NATIVE_TOKEN ? address(0) : bridges[kind / 3 % 3],
            amount: 1 + amount % 999 ether,
            cancelAfter: uint40(block.timestamp + windows[window % 4]),
            commitmentHash: sha256(abi.encodePacked(secret))
        });
        escrow = _escrows.push();
        escrow.terms = terms;
        escrow.vault = REGISTRY.vaultAddress(terms);
        escrow.secret = secret;
        _numberOf[escrow.vault] = _escrows.length;
    }

    function _pick(uint256 index) internal returns (Escrow storage) {
        vm.recordLogs();
        return _escrows[index % _escrows.length];
    }

    /// @dev Chooses, in three of four cases, the next escrow from this index on that the step can act on, and any
    ///      escrow otherwise.
    function _pick(uint256 index, Suits suits) internal returns (Escrow storage) {
        if (index % 4 == 0) return _pick(index / 4);
        for (uint256 i = 0; i < _escrows.length; ++i) {
            Escrow storage escrow = _pick(index % _escrows.length + i);
            if (!escrow.isCreated && suits == Suits.Recovery && escrow.vault.code.length == 0) return escrow;
            if (!escrow.isCreated || escrow.settlements != 0) continue;
            if (suits == Suits.Claim && escrow.terms.hopBridge == address(0)) return escrow;
            if (suits == Suits.Hop && escrow.terms.hopBridge != address(0)) return escrow;
            if (suits == Suits.Cancellation && block.timestamp >= escrow.terms.cancelAfter) return escrow;
            if (suits == Suits.Anything) return escrow;
        }
        return _pick(index);
    }

    /// @dev Notes that a party of the escrow acts, and may therefore have it paid elsewhere or cancelled early.
    function _mayAct(Escrow storage escrow, address actor) internal {
        if (actor == escrow.terms.recipient) escrow.recipientActs = true;
        if (actor == escrow.terms.creator) escrow.creatorActs = true;
    }

    /// @dev Reads this step's events in order. Forge also records the events of inner calls that reverted. Where the
    ///      chain says that an escrow is settled, its last settlement event of the step is the real one, because the
    ///      registry emits none after it.
    function _replay() internal {
        ++step;
        Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(REGISTRY)) continue;
            uint256 number = _numberOf[address(uint160(uint256(logs[i].topics[1])))];
            if (number == 0) _forbid("an event about no escrow");
            else if (!_isSettlement(logs[i]) || _isLast(logs, i)) _read(logs[i], _escrows[number - 1]);
        }
    }

    function _isSettlement(Log memory log) private pure returns (bool) {
        bytes32 kind = log.topics[0];
        return kind == IEscrowRegistry.EscrowCancelled.selector || kind == IEscrowRegistry.EscrowClaimed.selector
            || kind == IEscrowRegistry.EscrowHopDispatched.selector;
    }

    function _isLast(Log[] memory logs, uint256 index) private view returns (bool) {
        for (uint256 i = index + 1; i < logs.length; ++i) {
            if (logs[i].emitter != address(REGISTRY) || logs[i].topics[1] != logs[index].topics[1]) continue;
            if (_isSettlement(logs[i])) return false;
        }
        return true;
    }

    function _read(Log memory log, Escrow storage escrow) private {
        if (escrow.vault.code.length == 0) return;
        bytes32 kind = log.topics[0];
        if (kind == IEscrowRegistry.EscrowCreated.selector) _readCreated(escrow);
        if (kind == IEscrowRegistry.EscrowRedirected.selector && !escrow.creatorActs) _forbid("repaid elsewhere");
        if (kind == IEscrowRegistry.EscrowSwept.selector) _readSwept(log, escrow);
        if (escrow.settlements > 0 && _isSettlement(log)) _forbid("settled twice");
        if (!_isSettlement(log) || REGISTRY.stateOf(escrow.terms) == VaultState.Open) return;
        ++escrow.settlements;
        if (kind == IEscrowRegistry.EscrowCancelled.selector) {
            _readCancelled(log, escrow);
        } else if (kind == IEscrowRegistry.EscrowClaimed.selector) {
            (bytes32 secret, uint256 amount) = abi.decode(log.data, (bytes32, uint256));
            address to = address(uint160(uint256(log.topics[3])));
            if (to != escrow.terms.recipient && !escrow.recipientActs) _forbid("redirected without the recipient");
            _readClaim(escrow, secret, amount);
        } else {
            (bytes32 secret,,, uint256 amount, uint256 fee) =
                abi.decode(log.data, (bytes32, bytes32, address, uint256, uint256));
            if (!escrow.recipientActs) _forbid("bridged without the recipient");
            _readClaim(escrow, secret, amount + fee);
        }
    }

    function _readCreated(Escrow storage escrow) private {
        if (escrow.isCreated && escrow.createdIn != step) _forbid("created twice");
        (escrow.isCreated, escrow.createdIn) = (true, step);
        escrow.rawAtCreation = MOODY.raw(escrow.vault);
    }

    function _readClaim(Escrow storage escrow, bytes32 secret, uint256 amount) private {
        if (secret != escrow.secret) _forbid("claimed without the preimage");
        if (block.timestamp >= escrow.terms.cancelAfter) _forbid("claimed after the deadline");
        if (amount > escrow.terms.amount) _forbid("paid more than the amount");
        eventsOut[escrow.terms.token] += amount;
    }

    function _readCancelled(Log memory log, Escrow storage escrow) private {
        (uint256 amount, CancelReason reason) = abi.decode(log.data, (uint256, CancelReason));
        bool isOver = block.timestamp >= escrow.terms.cancelAfter;
        if (reason == CancelReason.Expired && !isOver) _forbid("cancelled early");
        if (reason == CancelReason.Consent && !escrow.recipientActs) _forbid("consent of another");
        if (reason == CancelReason.PrefundRecovered) {
            if (escrow.isCreated && escrow.createdIn != step) _forbid("an open escrow was recovered");
            if (!isOver && !escrow.creatorActs) _forbid("recovered early without the creator");
            escrow.isCreated = true;
        }
        eventsOut[escrow.terms.token] += amount;
    }

    function _readSwept(Log memory log, Escrow storage escrow) private {
        address to = address(uint160(uint256(log.topics[3])));
        if (to != escrow.terms.creator && !escrow.creatorActs) _forbid("swept elsewhere without the creator");
    }

    function _forbid(string memory what) internal {
        ++forbidden;
        lastForbidden = what;
    }

    function _give(address asset, address to, uint256 amount) internal {
        paidIn[asset] += amount;
        if (asset == NATIVE_TOKEN) vm.deal(to, to.balance + amount);
        else if (asset == address(MOODY)) MOODY.mint(to, amount);
        else HONEST.mint(to, amount);
    }

    function _giveAllowance(EscrowTerms memory terms, address spender) internal {
        _give(terms.token, terms.creator, terms.amount);
        vm.prank(terms.creator);
        IERC20(terms.token).approve(spender, type(uint256).max);
    }

    /// @dev Takes back the tokens of a creator whose creation was left out of a batch.
    function _takeBack(EscrowTerms memory terms) internal {
        if (terms.token == address(MOODY)) return;
        vm.prank(terms.creator);
        HONEST.transfer(address(0xDEAD), terms.amount);
        paidIn[terms.token] -= terms.amount;
    }

    /// @dev Returns the honest token, the native one, or the hostile one.
    function _asset(uint256 kind) internal view returns (address) {
        return [address(HONEST), NATIVE_TOKEN, address(MOODY)][kind % 3];
    }

    /// @dev Returns one of four parties: two accounts with keys, and two contracts that call back.
    function _party(uint256 seed) internal view returns (address) {
        seed %= 4;
        return seed < 2 ? vm.addr(0xB00C + seed) : seed == 2 ? PARTY_2 : PARTY_3;
    }

    function _sign(uint256 party, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(0xB00C + party % 2, digest);
        return abi.encodePacked(r, s, v);
    }

    function _split(bytes memory signature) internal pure returns (uint8 v, bytes32 r, bytes32 s) {
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
    }

    /// @dev Returns the right secret in three of four cases, and a wrong one otherwise.
    function _secret(Escrow storage escrow, uint256 seed) internal view returns (bytes32) {
        return seed % 4 == 0 ? bytes32(seed) : escrow.secret;
    }

    /// @dev Returns the party that may make the call in three of four cases, and any party otherwise.
    function _caller(uint256 seed, address entitled) internal view returns (address) {
        return seed % 4 == 0 ? _party(seed / 4) : entitled;
    }
}
